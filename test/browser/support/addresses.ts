import type { Page } from 'playwright-core'
import { type Language, localise } from '../../../shared/language.ts'
import { articlePath, authorPath, pathOf, plainPageIds, tagPath } from '../../../shared/site-map.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'

/** Every page that has one address, without prefix. */
export const staticPaths = plainPageIds.map(pathOf)

const slugs: Record<Language, string> = { fr: 'un-article', en: 'an-article' }

/** Articles with what makes pages wide: a picture, a long word, a table, code. `ghostUrl` is the host of their pictures. */
export function articlesFor(ghostUrl: string): FakePost[] {
  const picture = `${ghostUrl}/content/images/2026/09/picture.png`
  const word = 'anticonstitutionnellement'.repeat(4)
  const html = `<h2>Un intertitre</h2><p>${word}</p><p><a href="https://example.com/${word}">https://example.com/${word}</a></p>
<figure class="kg-card kg-image-card"><img src="${picture}" class="kg-image" alt="Une image" width="2000" height="1200"></figure>
<table><thead><tr><th>Un</th><th>Deux</th><th>Trois</th><th>Quatre</th><th>Cinq</th></tr></thead>
<tbody><tr><td>1</td><td>2</td><td>3</td><td>4</td><td>5</td></tr></tbody></table>
<pre><code>${'const longLine = true; '.repeat(20)}</code></pre>${'<p>Encore un paragraphe, pour que l’article soit long.</p>'.repeat(30)}`
  return [
    fakePost(slugs.fr, { html, feature_image: picture, title: `Un article au sujet de ${word}` }),
    fakePost(slugs.en, { html, feature_image: picture, tags: [tags.en, tags.strategie] }),
  ]
}

/** Every kind of page in a language: the pages, an article, a missing article, an address without page. */
export function addressesIn(language: Language): { address: string; status: number }[] {
  const ofPosts = [articlePath(slugs[language]), tagPath('strategie'), authorPath('camille')]
  const missing = [articlePath('nulle-part'), tagPath('nulle-part'), authorPath('personne'), '/nulle/part']
  const answeredWith = (status: number) => (path: string) => ({ address: localise(path, language), status })
  return [...[...staticPaths, ...ofPosts].map(answeredWith(200)), ...missing.map(answeredWith(404))]
}

/** What the browser itself logs about a document with this status. */
export function expectedMessages(address: string, status: number): string[] {
  if (status === 200) return []
  return [`error: Failed to load resource: the server responded with a status of ${status} (Not Found) (${address})`]
}

/** The main area as readers see it, and the classes that style it. */
export async function mainArea(page: Page) {
  const main = page.locator('main')
  return {
    text: await main.innerText(),
    classes: await main
      // Only in served pages: client/head/json-ld.tsx.
      .locator('*:not(script)')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('class') ?? '')),
  }
}
