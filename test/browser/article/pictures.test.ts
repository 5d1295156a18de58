import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ghostWidths } from '../../../shared/picture.ts'
import { askOverHttp } from '../../support/ask-over-http.ts'
import { openBrowser } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { photograph, type PicturePage } from '../../support/picture-host.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { withoutTimeouts } from '../../support/without-timeouts.ts'
import { shifted } from '../support/layout-shifts.ts'

const photo = await photograph(2000, 1200).jpeg().toBuffer()
const tall = await photograph(600, 1500).jpeg().toBuffer()
const film = await sharp(Buffer.concat([200, 0].map((shade) => Buffer.alloc(90 * 60 * 3, shade))), {
  raw: { width: 90, height: 120, channels: 3, pageHeight: 60 },
})
  .gif({ delay: [100, 100] })
  .toBuffer()

type GhostAndSite = Awaited<ReturnType<typeof startSiteWithGhost>>

/** A picture as Ghost writes it, with the `sizes` that its own themes need. */
function figure(url: string, name: string, kind = '', sizes = ''): string {
  const at = `${url}/content/images`
  return `<figure class="kg-card kg-image-card ${kind}"><img src="${at}/${name}" class="kg-image" alt="Le quai de ${name}" loading="lazy" width="2000" height="1200" srcset="${at}/size/w600/${name} 600w, ${at}/size/w1000/${name} 1000w, ${at}/${name} 2000w" ${sizes}></figure><p>Suite.</p>`
}

/** A picture with the copies that Ghost makes of it. */
function withCopies(path: string, picture: Buffer): Record<string, PicturePage> {
  const copies = ghostWidths.map((width): [string, PicturePage] => [
    path.replace('/content/images/', `/content/images/size/w${width}/format/webp/`),
    (_req, res) =>
      void sharp(picture, { animated: true })
        .resize({ width, withoutEnlargement: true })
        .webp({ effort: 0 })
        .toBuffer()
        .catch(() => picture)
        .then((bytes) =>
          res.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': bytes.length }).end(bytes),
        ),
  ])
  return Object.fromEntries([[path, picture], ...copies])
}

const slugs = ['a', 'b', 'c']

/** A picture for each post, since a browser may reuse a larger copy that it has loaded. */
const features = (picture: Buffer): Record<string, PicturePage> =>
  Object.fromEntries(
    slugs.flatMap((slug) => Object.entries(withCopies(`/content/images/feature-${slug}.jpg`, picture))),
  )

/** Sets posts with these pictures in a Ghost. */
function illustrate({ ghost }: GhostAndSite, pictures: Record<string, PicturePage> = {}) {
  ghost.state.pictures = {
    ...features(photo),
    ...withCopies('/content/images/text.jpg', photo),
    ...withCopies('/content/images/wide.jpg', photo),
    ...withCopies('/content/images/tall.jpg', tall),
    ...withCopies('/content/images/film.gif', film),
    ...pictures,
  }
  const html = [
    figure(ghost.url, 'text.jpg', '', 'sizes="(min-width: 720px) 720px"'),
    figure(ghost.url, 'wide.jpg', 'kg-width-wide', 'sizes="(min-width: 1200px) 1200px"'),
    `<p>Sans dimensions : <img src="${ghost.url}/content/images/tall.jpg" alt="Un mât"></p><p>Après.</p>`,
    `<p><img src="${ghost.url}/content/images/film.gif" alt="" width="90" height="60"></p><p>Fin.</p>`,
  ].join('')
  const illustrated = slugs.map((slug) => {
    const feature_image = `${ghost.url}/content/images/feature-${slug}.jpg`
    return fakePost(slug, { feature_image, html, tags: [tags.fr, tags.strategie] })
  })
  ghost.state.posts = [...illustrated, fakePost('d')]
}

/** Makes a site measure the pictures of its article before visitors come. A busy machine may be too slow otherwise. */
const measurePictures = ({ url }: GhostAndSite['site']) => withoutTimeouts(() => askOverHttp(`${url}/blog/a`))

const shared = await shareSiteWithGhost([])
illustrate(shared)
await measurePictures(shared.site)

/** Scrolls to the end and waits until every picture has loaded or failed. */
async function seeAll(page: Page) {
  await page.evaluate(async () => {
    for (const picture of document.images) {
      picture.scrollIntoView({ behavior: 'instant' })
      if (!picture.complete) {
        await new Promise((resolve) => {
          for (const event of ['load', 'error']) picture.addEventListener(event, resolve, { once: true })
        })
      }
    }
  })
}

/** The sources that the browser has chosen: the width in each address, `own` if there is none. */
function chosen(page: Page) {
  return page.evaluate(() =>
    [...document.images].map((picture) => {
      const [, width = 'own', name = ''] =
        /\/media\/content\/images\/(?:size\/(\w+)\/format\/webp\/)?(.+)$/.exec(picture.currentSrc) ?? []
      return `${name} ${width}`
    }),
  )
}

const pictures = {
  '/blog/a': ['feature-a.jpg', 'text.jpg', 'wide.jpg', 'tall.jpg', 'film.gif'],
  '/blog': slugs.map((slug) => `feature-${slug}.jpg`),
}

it.each([
  ['an article on a phone with a fine screen', '/blog/a', 360, 2, 'w600 w600 w600 w600 w600'],
  ['an article at a desk', '/blog/a', 1280, 1, 'w1200 w1000 w1000 w600 w600'],
  ['an article at a desk with a fine screen', '/blog/a', 1440, 2, 'w2400 w1600 w1600 w600 w600'],
  ['the list on a phone with a fine screen', '/blog', 360, 2, 'w600 w600 w600'],
  ['the list at a desk', '/blog', 1280, 1, 'w1000 w600 w600'],
] as const)(
  'loads the smallest WebP pictures for %s, only from this site, and only the first at once',
  async (_case, path, width, scale, widths) => {
    const expected = widths.split(' ').map((chosen, index) => `${pictures[path][index]} ${chosen}`)
    await using visitor = await openBrowser(shared.site.url, { width, deviceScaleFactor: scale })
    const types = new Set<string>()
    visitor.context.on('response', (response) => {
      if (response.url().includes('/media/')) types.add(`${response.status()} ${response.headers()['content-type']}`)
    })
    await visitor.open(path)
    await seeAll(visitor.page)
    expect(await chosen(visitor.page)).toEqual(expected)
    expect(types).toEqual(new Set(['200 image/webp']))
    const how = await visitor.page.evaluate(() =>
      [...document.images].map(({ loading, fetchPriority, decoding }) => [loading, fetchPriority, decoding].join(' ')),
    )
    expect(how).toEqual(['eager high async', ...expected.slice(1).map(() => 'lazy auto async')])
  },
)

const placed = rowsOf(
  [
    { path: '/blog/a', width: 360 },
    { path: '/blog', width: 1280 },
  ],
  [
    { path: '/blog/a', width: 1280 },
    { path: '/blog', width: 360 },
  ],
)

it.each(placed)('keeps each picture’s place on $path, $width px wide, loaded or not', async ({ path, width }) => {
  const setup = await startSiteWithGhost([])
  illustrate(setup, {
    ...withCopies('/content/images/wide.jpg', Buffer.from('not a picture')),
    ...features(path === '/blog' ? Buffer.from('not a picture') : photo),
  })
  await using visitor = await openBrowser(setup.site.url, { width })
  const release = await visitor.hold('**/media/**')
  await visitor.page.goto(path, { waitUntil: 'domcontentloaded' })
  // A key starts the page's script, which otherwise also waits for the pictures.
  await visitor.page.keyboard.press('Shift')
  await visitor.page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  await visitor.page.evaluate(() => document.fonts.ready)
  const places = () =>
    visitor.page.evaluate(() =>
      [...document.querySelectorAll('main :is(img, p, h2)')].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [element.tagName, left, top + window.scrollY, width, height]
          .map((value) => (typeof value === 'number' ? Math.round(value) : value))
          .join(' ')
      }),
    )
  const before = await places()
  release()
  await seeAll(visitor.page)
  expect(await places()).toEqual(before)
  expect(await shifted(visitor.page)).toBe(0)
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(visitor.takeMessages().filter((message) => !message.includes('502'))).toEqual([])
})

it('shows pictures of unknown size as large as they are', async () => {
  const logo = await photograph(120, 40).png().toBuffer()
  const { ghost, site } = await startSiteWithGhost([])
  ghost.state.pictures = {
    ...withCopies('/content/images/logo.png', logo),
    ...withCopies('/content/images/large.jpg', photo),
    // Loaded at once: a late picture is shown in a place of a fixed shape.
    '/content/images/size/w2400/format/webp/logo.png': logo,
    '/content/images/size/w2400/format/webp/large.jpg': photo,
  }
  const at = `${ghost.url}/content/images`
  const html = [
    `<p class="kg-a">Notre logo <img src="${at}/logo.png" alt="logo"> dans la phrase.</p>`,
    `<ul><li class="kg-b">Un <img src="${at}/logo.png" alt="logo"> point.</li></ul>`,
    `<figure class="kg-card kg-image-card"><img src="${at}/logo.png" class="kg-image" alt="logo"></figure>`,
    `<p><img src="${at}/large.jpg" alt="Le quai"></p>`,
    `<p>Haut de vingt : <img src="${at}/logo.png" height="20" alt="logo"></p>`,
  ].join('')
  ghost.state.posts = [fakePost('a', { html, feature_image: null, tags: [tags.fr] })]
  await measurePictures(site)
  await using visitor = await openBrowser(site.url)
  const measured = async (width: number) => {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open('/blog/a')
    await seeAll(visitor.page)
    return visitor.page.evaluate(() => {
      const sizes = [...document.querySelectorAll('.prose img')].map((image) => {
        const box = image.getBoundingClientRect()
        const column = image.closest('p, li, figure')?.getBoundingClientRect().width ?? 0
        return [
          Math.abs(box.width - column) < 1 ? 'column' : Math.round(box.width),
          Math.round((box.width / box.height) * 100) / 100,
        ]
      })
      // If words fit beside a picture, they are in its line.
      const lines = ['.kg-a', '.kg-b'].map((selector) => {
        const place = document.querySelector(selector)
        const image = place?.querySelector('img')?.getBoundingClientRect()
        const range = document.createRange()
        if (place?.firstChild) range.selectNode(place.firstChild)
        const words = range.getBoundingClientRect()
        return image !== undefined && words.top < image.bottom && image.top < words.bottom
      })
      return { sizes, lines }
    })
  }
  const natural = [120, 3]
  // The last has only a height from its author.
  const sizes = [natural, natural, natural, ['column', 1.67], [60, 3]]
  for (const width of rowsOf([360, 1280], [320, 1600]))
    expect(await measured(width), `${width} pixels`).toEqual({ sizes, lines: [true, true] })
})

it('keeps a place of a fixed shape for a picture of unknown size, so that nothing moves', async () => {
  const { ghost, site } = await startSiteWithGhost([])
  ghost.state.pictures['/content/images/size/w2400/format/webp/late.jpg'] = (req, res) =>
    // The site requests the first bytes, visitors all of them.
    void (req.headers.range ?? res.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(tall))
  const html = `<p>Un.</p><p><img src="${ghost.url}/content/images/late.jpg" alt="Un mât"></p><p>Deux.</p>`
  ghost.state.posts = [fakePost('a', { html, tags: [tags.fr] })]
  await using visitor = await openBrowser(site.url)
  await visitor.open('/blog/a')
  await seeAll(visitor.page)
  const shape = await visitor.page.evaluate(() => {
    const { width, height } = document.querySelector('.prose img')?.getBoundingClientRect() ?? { width: 0, height: 1 }
    return Math.round((100 * width) / height)
  })
  expect(shape).toBe(150)
  expect(await shifted(visitor.page)).toBe(0)
})
