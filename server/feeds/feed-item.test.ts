import { expect, it } from 'vitest'
import { toFeedItem } from './feed-item.ts'
import { feedHtml } from '../posts/html/feed-html.ts'
import { createTexts } from '../i18n/texts.ts'
import type { Post } from '../../shared/post.ts'
import { storedPostOf } from '../../test/support/stored-post.ts'

const siteUrl = 'https://www.site.example'
const t = createTexts(() => {}).getFixedT('fr', 'blog')

const post = storedPostOf('a', { title: 'A', html: '', authors: [] })

const contentOf = async (fields: Partial<Post>) =>
  (await toFeedItem({ ...post, ...fields }, 'fr', siteUrl, t, (...given) => Promise.resolve(feedHtml(...given)))).html

it.each(
  Object.entries({
    'links and pictures have absolute addresses': [
      '<a href="/blog/b">b</a><img src="/media/a.png" srcset="/media/a.png 600w, /media/b,c.png 1000w" alt="A" />',
      `<a href="${siteUrl}/blog/b">b</a><img src="${siteUrl}/media/a.png" srcset="${siteUrl}/media/a.png 600w, ${siteUrl}/media/b,c.png 1000w" alt="A" />`,
    ],
    'addresses of other sites stay': [
      '<a href="https://autre.example/x?a=1&amp;b=2" rel="noopener">là</a> <a href="mailto:a@autre.example">a</a>',
      '<a href="https://autre.example/x?a=1&amp;b=2">là</a> <a href="mailto:a@autre.example">a</a>',
    ],
    'links within the text lead to the article': [
      '<h2 id="partie">Partie</h2><a href="#partie">plus haut</a>',
      `<h2>Partie</h2><a href="${siteUrl}/blog/a#partie">plus haut</a>`,
    ],
    'what scrolls on the site does not here': [
      '<div class="kg-scroll" role="group" tabindex="0" aria-label="Tableau"><table><tr><td colspan="2">1</td></tr></table></div>',
      '<div><table><tr><td colspan="2">1</td></tr></table></div>',
    ],
    'code is without its colours': [
      '<pre tabindex="0"><code class="language-js"><span class="hljs-number">1</span> &lt; b</code></pre>',
      '<pre><code>1 &lt; b</code></pre>',
    ],
    'closed parts of a page are open': [
      '<details class="kg-toggle-card"><summary><h4 class="x">Une question</h4></summary><div><p>Sa réponse.</p></div></details>',
      '<div><h4>Une question</h4><div><p>Sa réponse.</p></div></div>',
    ],
    'what needs a script is a link or nothing': [
      '<figure data-embed="youtube"><a href="https://www.youtube.com/watch?v=x" data-frame="y">Ouvrir sur YouTube</a><button type="button">Charger</button></figure>',
      '<figure><a href="https://www.youtube.com/watch?v=x">Ouvrir sur YouTube</a></figure>',
    ],
    'forms are left out': [
      '<p>a</p><form action="/api/newsletter"><label>Courriel<input name="email"></label></form>',
      '<p>a</p>',
    ],
    'the place of the newsletter block is left out, and what a click would load': [
      '<p>a</p><div class="kg-signup-card"><h2>La lettre</h2><p>Chaque mois</p></div><div class="kg-embed kg-shape-wide"><p class="kg-embed-title">Film</p><p class="kg-embed-notice">Rien ne charge.</p><p class="kg-embed-actions">b</p></div>',
      '<p>a</p><div><p>Film</p><p>b</p></div>',
    ],
    'players keep their controls and their poster': [
      '<video src="/media/a.mp4" poster="/media/a.png" preload="metadata" controls></video>',
      `<video src="${siteUrl}/media/a.mp4" poster="${siteUrl}/media/a.png" controls></video>`,
    ],
    'a file is still one to keep': [
      '<a href="/media/content/files/a.pdf" download="">a</a><a href="/media/content/files/b.pdf" download="B.pdf">b</a>',
      `<a href="${siteUrl}/media/content/files/a.pdf" download>a</a><a href="${siteUrl}/media/content/files/b.pdf" download="B.pdf">b</a>`,
    ],
  }),
)('in feeds %s', async (_what, [html, read]) => {
  expect(await contentOf({ html })).toBe(read)
})

it.each([
  [{ html: '<p>Tout.</p>' }, '<p>Tout.</p>'],
  [{ html: '', excerpt: 'Un <b> & un extrait' }, '<p>Un &lt;b&gt; &amp; un extrait</p>'],
  [{ html: '' }, `<p>${t('noText')}</p>`],
  [{ html: '<div class="kg-signup-card"><h2>La lettre</h2></div>' }, `<p>${t('noText')}</p>`],
  [{ html: '<div class="kg-signup-card"><h2>La lettre</h2></div><p>\u200b</p>' }, `<p>${t('noText')}</p>`],
  [{ html: '<p>Un.</p>', visibility: 'members', access: false }, `<p>Un.</p><p>${t('reserved.members.body')}</p>`],
  [{ visibility: 'restricted', access: false }, `<p>${t('reserved.restricted.body')}</p>`],
] as const)('feeds show a post with %j as %s', async (fields, read) => {
  expect(await contentOf(fields)).toBe(read)
})
