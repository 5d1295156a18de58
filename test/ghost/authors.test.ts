import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { withoutTimeouts } from '../support/without-timeouts.ts'
import { askAdmin, writePost } from './support/admin.ts'
import { env, ghostUrl } from './support/env.ts'

const french = { status: 'published', tags: [{ name: 'fr' }] }

/** A post of cards, as Ghost's editor stores it; the cards are written in Markdown or in HTML. */
const cards = (...nodes: ({ markdown: string } | { html: string })[]) =>
  JSON.stringify({
    root: {
      children: nodes.map((node) => ({ type: 'markdown' in node ? 'markdown' : 'html', version: 1, ...node })),
      direction: null,
      format: '',
      indent: 0,
      type: 'root',
      version: 1,
    },
  })

/** The HTML of an article, from the site's API. */
async function htmlOf(site: { url: string }, slug: string): Promise<string> {
  const { body } = await request(site.url).get(`/api/posts/${slug}?lang=fr`).expect(200)
  const { posts } = body as { posts: [{ html: string }] }
  return posts[0].html
}

/** The address of a picture in Ghost's storage. */
async function storedPicture(): Promise<string> {
  type Answer = { posts: { feature_image: string | null }[] }
  const { posts } = await askAdmin<Answer>('GET', 'posts/?limit=50&fields=feature_image')
  return posts.find(({ feature_image }) => feature_image?.includes('/content/images/'))?.feature_image ?? ''
}

it('shows a picture of a Markdown card in its line, in its own size from the first view', async () => {
  const picture = await storedPicture()
  const lexical = cards({ markdown: `Notre logo ![Un logo](${picture}) dans une phrase.` })
  await using post = await writePost({ ...french, title: 'Une carte Markdown', lexical })
  await using site = await startSite(env)
  const html = await withoutTimeouts(() => htmlOf(site, post.slug))
  const [, logo = ''] = /<p>Notre logo (<img [^>]*>) dans une phrase\.<\/p>/.exec(html) ?? []
  const own = await sharp(Buffer.from(await (await fetch(picture)).arrayBuffer())).metadata()
  for (const attribute of ['alt="Un logo"', `width="${own.width}"`, `height="${own.height}"`]) {
    expect(logo).toContain(attribute)
  }
})

it.each(['#/portal/signup', `${ghostUrl}/#/portal/signup`])(
  'links Portal’s address %s to the newsletter block',
  async (address) => {
    const lexical = cards({ html: `<p><a href="${address}">S’abonner</a></p>` })
    await using post = await writePost({ ...french, title: 'Portal', lexical })
    await using site = await startSite(env)
    expect(await htmlOf(site, post.slug)).toContain('<a href="/blog#newsletter">S’abonner</a>')
  },
)

it('links another post’s Ghost address to that post, and a Ghost page’s address to the list', async () => {
  const { pages } = await askAdmin<{ pages: [{ id: string; url: string }] }>('POST', 'pages/?source=html', {
    pages: [{ title: 'Confidentialité', status: 'published', html: '<p>Une page.</p>' }],
  })
  try {
    await using target = await writePost({ ...french, title: 'Le but', html: '<p>Ici.</p>' })
    const { posts } = await askAdmin<{ posts: { url: string }[] }>('GET', `posts/slug/${target.slug}/`)
    const html = `<p><a href="${posts[0]?.url}#ici">le but</a> <a href="${pages[0].url}">la page</a></p>`
    await using post = await writePost({ ...french, title: 'Des liens', lexical: cards({ html }) })
    await using site = await startSite(env)
    // Once the site has both lists, it knows which links lead to no post.
    for (const path of ['/blog', '/en/blog']) await request(site.url).get(path).expect(200)
    const shown = (await request(site.url).get(`/blog/${post.slug}`)).text
    expect(shown).toContain(`<a href="/blog/${target.slug}#ici">le but</a>`)
    expect(shown).toMatch(/<a href="\/blog">la page<\/a>/)
  } finally {
    await askAdmin('DELETE', `pages/${pages[0].id}/`)
  }
})
