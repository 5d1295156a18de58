import { expect, test } from 'vitest'
import fr from '../../../locales/fr/blog.json'
import { openBrowser } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { violationsIn } from '../support/barriers.ts'
import { showMedia } from '../support/card-posts.ts'

const { ghost, site } = await shareSiteWithGhost()
const figure = (name: string, alt: string, caption: string) =>
  `<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${ghost.url}/content/images/${name}.png" class="kg-image" alt="${alt}" width="1600" height="900"><figcaption>${caption}</figcaption></figure>`
const film = (number: number) =>
  `<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/film-${number}" title="Film ${number}"></iframe></figure>`
ghost.state.posts = [
  fakePost('illustre', {
    html: `<p>Un.</p>${figure('ocean', 'L’océan', 'Au large')}<p>Deux.</p>${figure('quai', '', '')}<p>Trois <img src="${ghost.url}/content/images/signe.png" alt="signe"> mots.</p>`,
  }),
  fakePost('absente', {
    html: `${figure('ocean', 'L’océan', 'Au large')}<p><img src="${ghost.url}/content/images/perdue.png" alt="La carte"></p>`,
  }),
  fakePost('petit', { html: `<p><img src="${ghost.url}/content/images/plan.png" alt="Plan" width="300"></p>` }),
  fakePost('coupe', {
    html: `<p>Un.</p>${figure('ocean', 'L’océan', 'Au large')}${film(1)}<div class="kg-card kg-signup-card"><h2 class="kg-signup-card-heading">La lettre</h2></div><p>Deux.</p>${figure('quai', 'Le quai', 'À terre')}${film(2)}`,
  }),
]
const lost = '/content/images/size/w2400/format/webp/perdue.png'
ghost.state.pictures[lost] = (_req, res) => void res.writeHead(404).end()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor
const { lightbox } = fr
const dialog = page.getByRole('dialog', { name: lightbox.name })

test('the keyboard enlarges a picture and moves to its neighbours, and Escape returns the focus', async () => {
  await showMedia(page)
  await visitor.open('/blog/illustre')
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname))
  const link = page.getByRole('link', { name: 'L’océan' })
  await link.focus()
  expect(fetched.filter((path) => path.includes('lightbox'))).toEqual([])

  await page.keyboard.press('Enter')

  await dialog.waitFor()
  expect(await dialog.getAttribute('aria-modal')).toBe('true')
  expect(page.url()).toBe(`${site.url}/blog/illustre`)
  await dialog.getByText('Au large').waitFor()
  expect(await violationsIn(page, '.pswp')).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dialog.getByRole('button', { name: lightbox.next }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the buttons lead through all pictures of an article, also across a sign-up card', async () => {
  await showMedia(page)
  await visitor.open('/blog/coupe')

  const buttons = page.getByRole('button', { name: fr.embedShow })
  await expect.poll(() => buttons.count()).toBe(2)
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(
    await buttons.evaluateAll((all) => all.map((button) => button.ariaDescribedByElements?.[0]?.textContent)),
  ).toEqual(['Film 1', 'Film 2'])
  await page.getByRole('link', { name: 'L’océan' }).click()
  await dialog.getByRole('button', { name: lightbox.next }).click()
  await dialog.getByText('À terre').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: lightbox.previous }).isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: lightbox.close }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('two clicks before the viewer is loaded open one viewer', async () => {
  await using fresh = await openBrowser(site.url, { reducedMotion: 'reduce' })
  await showMedia(fresh.page)
  await fresh.open('/blog/illustre')
  const release = await fresh.hold(/\/assets\/lightbox-/)
  await fresh.page.getByRole('link', { name: 'L’océan' }).dblclick()
  release()
  await fresh.page.locator('.pswp').first().waitFor()
  await fresh.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await fresh.page.locator('.pswp').count()).toBe(1)
})

test('going back closes the picture', async () => {
  await showMedia(page)
  await visitor.open('/blog')
  const card = page.getByRole('link', { name: 'Titre de illustre' })
  await card.click()
  await page.getByRole('link', { name: 'L’océan' }).click()
  await dialog.waitFor()
  await page.goBack()
  await card.waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('a picture that its author shows small opens larger', async () => {
  await showMedia(page)
  await visitor.open('/blog/petit')
  const link = page.getByRole('link', { name: 'Plan' })
  const widthOf = async (picture: typeof link) => (await picture.boundingBox())?.width ?? 0
  expect(await widthOf(link.locator('img'))).toBe(300)
  await link.click()
  await expect.poll(() => widthOf(dialog.locator('img').last())).toBeGreaterThan(300)
  // The viewer cannot be closed while it opens.
  await page.locator('.pswp--ui-visible').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a picture that failed to load opens as its own file, not another picture', async () => {
  await using fresh = await openBrowser(site.url, { reducedMotion: 'reduce' })
  await showMedia(fresh.page)
  await fresh.page.route(/perdue\.png/, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'a' }))
  await fresh.open('/blog/absente')
  await fresh.page.getByRole('link', { name: 'La carte' }).click()
  await fresh.page.waitForURL(`**/media${lost}`)
  fresh.takeMessages()
})

test('transparent pictures have a light background in dark mode, in lists, articles and enlarged', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>')
  const { ghost, site } = await startSiteWithGhost([])
  ghost.state.pictures = { '/content/images/a.svg': drawing }
  const at = `${ghost.url}/content/images/a.svg`
  const html = `<figure class="kg-card kg-image-card"><img src="${at}" class="kg-image" alt="Plan"></figure><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.org/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="${at}" alt=""></div></div></a></figure>`
  ghost.state.posts = [fakePost('a', { html, feature_image: at, tags: [tags.fr] })]
  await using visitor = await openBrowser(site.url, { colorScheme: 'dark', reducedMotion: 'reduce' })
  const grounds = (selector: string) =>
    visitor.page.$$eval(selector, (images) => images.map((image) => getComputedStyle(image).backgroundColor))
  const light = 'rgb(246, 244, 238)'
  await visitor.open('/blog')
  expect(await grounds('main img')).toEqual([light])
  await visitor.open('/blog/a')
  expect(await grounds('main img')).toEqual([light, light, light])
  await visitor.page.getByRole('link', { name: 'Plan' }).click()
  await visitor.page.locator('.pswp__img:not(.pswp__img--placeholder)').first().waitFor()
  expect(new Set(await grounds('.pswp__img:not(.pswp__img--placeholder)'))).toEqual(new Set([light]))
})
