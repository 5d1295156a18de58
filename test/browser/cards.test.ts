import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import { openBrowser } from '../support/browser.ts'
import { cardsHtml } from '../support/cards.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

/** A site with the posts `all` and `more`, which have every card. */
async function startCards() {
  const ghost = await startFakeGhost()
  ghost.state.posts = (['all', 'more'] as const).map((name) =>
    fakePost(name, { html: cardsHtml(name, ghost.url), tags: [tags.fr, tags.en, tags.strategie] }),
  )
  const site = await startSite({ ...ghost.env, NEWSLETTER: 'simulated' })
  return {
    url: site.url,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await ghost[Symbol.asyncDispose]()
    },
  }
}

/** Pictures have the size that their markup announces, as they do in Ghost; sounds and films are left unread. */
async function showMedia(page: Page) {
  const sizes: Record<string, string> = {
    haute: 'width="600" height="1100"',
    large: 'width="2000" height="703"',
    carree: 'width="900" height="900"',
    square: 'width="400" height="400"',
  }
  await page.route(/\/media\/(w\d+\/)?content\/images\//, (route) => {
    const [, name = ''] = /(\w+)\.png$/.exec(new URL(route.request().url()).pathname) ?? []
    const body = `<svg xmlns="http://www.w3.org/2000/svg" ${sizes[name] ?? 'width="1600" height="900"'}/>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  await page.route('**/media/content/media/**', (route) => route.fulfill({ contentType: 'video/webm', body: '' }))
}

/** As WCAG 2.2 reckons them, of a link within each of the cards and what the card is painted with. */
function contrastsOf(page: Page, cards: string) {
  return page.locator(cards).evaluateAll((all) => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return all.flatMap((card) => {
      const link = card.querySelector('a:not(.kg-header-card-button)')
      if (link === null) return []
      const [one, other] = [getComputedStyle(link).color, getComputedStyle(card).backgroundColor].map(luminance)
      const [low = 0, high = 0] = [one ?? 0, other ?? 0].sort((first, second) => first - second)
      return [(high + 0.05) / (low + 0.05)]
    })
  })
}

test.each(['light', 'dark'] as const)('a link in a dark card can be read, in the %s scheme', async (colorScheme) => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { colorScheme })
  await showMedia(visitor.page)
  await visitor.open('/blog/more')
  const contrasts = await contrastsOf(visitor.page, '.kg-header-card, .kg-callout-card-accent')
  expect(contrasts.length).toBeGreaterThanOrEqual(3)
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})

test('an embedded page is asked for by a click alone, then stands in a frame that has the focus', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await showMedia(page)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Le film</p>' }),
  )
  await visitor.open('/blog/all')
  const facade = page.locator('.kg-embed').first()
  const button = facade.getByRole('button', { name: fr.embedShow })
  await button.waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.locator('iframe').count()).toBe(0)
  expect(visitor.takeMessages()).toEqual([])
  const before = await facade.boundingBox()

  await button.focus()
  await page.keyboard.press('Enter')

  await page.frameLocator('.kg-embed iframe').getByText('Le film').waitFor()
  const frame = page.locator('.kg-embed iframe')
  expect(visitor.takeMessages()).toEqual([
    'request to another host: https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])
  expect(await frame.getAttribute('title')).toBe('Vidéo YouTube')
  expect(await frame.getAttribute('sandbox')).toContain('allow-scripts')
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(await frame.evaluate((element) => document.activeElement === element)).toBe(true)
  const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(200 / 113, 1)
  expect(Math.abs(height - (before?.height ?? 0))).toBeLessThan(4)
  expect(await facade.getByRole('button').count()).toBe(0)
})

test('a frame that has the focus stands clear of the header, in a ring that nothing cuts off', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = visitor
  await showMedia(page)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Le film</p>' }),
  )
  await visitor.open('/blog/all')
  const facade = page.locator('.kg-embed').first()
  await facade.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.frameLocator('.kg-embed iframe').getByText('Le film').waitFor()
  expect(visitor.takeMessages()).toHaveLength(1)
  const header = await page.locator('header').first().boundingBox()
  const top = await page.locator('.kg-embed iframe').evaluate((frame) => {
    frame.scrollIntoView({ block: 'start', behavior: 'instant' })
    return frame.getBoundingClientRect().top
  })
  expect(top).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  expect(await facade.evaluate((element) => getComputedStyle(element).overflow)).toBe('visible')
})

test('each button that shows an embedded page tells which one', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog/more')
  await page.locator('.kg-embed button').first().waitFor()
  const told = await page.locator('.kg-embed button').evaluateAll((buttons) =>
    buttons.map((button) => ({
      description: document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      title: button.closest('.kg-embed')?.querySelector('.kg-embed-title')?.textContent,
    })),
  )
  expect(told.length).toBeGreaterThan(1)
  for (const { description, title } of told) expect(description).toBe(title)
  expect(told.every(({ title }) => Boolean(title))).toBe(true)
})

test('every façade of the list may be framed, as the policy sees it', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await showMedia(page)
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Ici</p>' }))
  for (const path of ['/blog/all', '/blog/more']) {
    await visitor.open(path)
    const facades = await page.locator('.kg-embed[data-frame]').count()
    expect(facades).toBeGreaterThan(1)
    for (let index = 0; index < facades; index += 1) {
      await page.locator('.kg-embed').nth(index).getByRole('button').click()
      await page.locator('.kg-embed').nth(index).frameLocator('iframe').getByText('Ici').waitFor()
    }
  }
  expect(visitor.takeMessages().filter((message) => !message.startsWith('request to another host: https:'))).toEqual([])
})

test('without JavaScript a façade is a link to the page itself', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { javaScript: false })
  await showMedia(visitor.page)
  await visitor.open('/blog/all')
  const facade = visitor.page.locator('.kg-embed').first()
  expect(await facade.getByRole('button').count()).toBe(0)
  expect(await facade.getByRole('link').getAttribute('href')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
})

test('a toggle opens and closes by the keyboard, with and without JavaScript', async () => {
  await using site = await startCards()
  for (const javaScript of [true, false]) {
    await using visitor = await openBrowser(site.url, { javaScript })
    const { page } = visitor
    await showMedia(page)
    await visitor.open('/blog/all')
    const answer = page.getByText('La réponse, que l’on')
    expect(await answer.isVisible()).toBe(false)
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    await answer.waitFor({ state: 'visible' })
    await page.keyboard.press('Space')
    await answer.waitFor({ state: 'hidden' })
  }
})

test('sounds and films have the browser’s own controls', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  await showMedia(visitor.page)
  await visitor.open('/blog/all')
  for (const kind of ['audio', 'video']) {
    const player = visitor.page.locator(kind)
    expect(await player.evaluate((element: HTMLMediaElement) => element.controls)).toBe(true)
    expect((await player.boundingBox())?.width).toBeGreaterThan(200)
  }
})

test('a film has the captions that its author gives', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.pictures = {
    '/content/files/v.vtt': (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'text/vtt' }).end('WEBVTT\n\n00:00.000 --> 00:09.000\nBonjour\n'),
  }
  const track = `<track kind="captions" srclang="fr" label="Français" src="${ghost.url}/content/files/v.vtt" default>`
  const html = `<video controls src="${ghost.url}/content/media/v.mp4">${track}</video>`
  ghost.state.posts = [fakePost('film', { html, tags: [tags.fr] })]
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  await visitor.page.route('**/media/content/media/**', (route) =>
    route.fulfill({ contentType: 'video/mp4', body: '' }),
  )
  await visitor.open('/blog/film')
  const cues = () =>
    visitor.page.locator('video').evaluate(({ textTracks: [track] }: HTMLVideoElement) => track?.cues?.length)
  await expect.poll(cues).toBe(1)
})

test('what the focus goes back to in an article stands clear of the header', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog/all')
  const header = await page.locator('header').first().boundingBox()
  for (const kind of ['summary', 'audio', 'video']) {
    const top = await page.locator('article').evaluate((article, name) => {
      const element = article.querySelector<HTMLElement>(name)
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      element?.focus()
      return element?.getBoundingClientRect().top
    }, kind)
    expect(top, kind).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  }
})

test.each([320, 1280])('rows of a gallery have one height and keep proportions, %i pixels wide', async (width) => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { width })
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog/more')
  const pictures = page.locator('.kg-gallery-row img')
  await pictures.first().scrollIntoViewIfNeeded()
  const loaded = () => pictures.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth > 0))
  await expect.poll(loaded).toBe(true)

  const boxes = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))

  const [first] = boxes
  for (const { height } of boxes) expect(height).toBeCloseTo(first?.height ?? 0, 0)
  const ratios = boxes.map((box) => box.width / box.height)
  for (const [index, ratio] of [600 / 1100, 2000 / 703, 1].entries())
    expect(Math.abs((ratios[index] ?? 0) / ratio - 1)).toBeLessThan(0.03)
})

test('the newsletter block in an article subscribes, and without JavaScript leads to the list that says so', async () => {
  await using site = await startCards()
  for (const javaScript of [true, false]) {
    await using visitor = await openBrowser(site.url, { javaScript })
    const { page } = visitor
    await showMedia(page)
    await visitor.open('/en/blog/all')
    await page.locator('article').getByLabel(en.newsletter.label).fill('zoe@example.com')
    await page.locator('article form').getByRole('button').click()
    await page.getByText(en.newsletter.success).waitFor()
    expect(new URL(page.url()).pathname).toBe(javaScript ? '/en/blog/all' : '/en/blog')
  }
})

test('an article reached by a link has its cards’ looks from its first moment, and façades that open', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog')
  await visitor.mark()
  await page.evaluate(() => {
    new MutationObserver(() => {
      const card = document.querySelector('.kg-callout-card')
      if (card && !('display' in window)) Object.assign(window, { display: getComputedStyle(card).display })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'Titre de all' }).click()
  await page.getByRole('button', { name: fr.embedShow }).first().waitFor()
  expect(await page.evaluate(() => 'display' in window && window.display)).toBe('flex')
  expect(await visitor.stayed()).toBe(true)
})

test.each(['vid%C3%A9o', 'vid%c3%a9o', 'vidéo'])(
  'an address that ends in …%s leads to its heading',
  async (spelling) => {
    await using site = await startCards()
    await using visitor = await openBrowser(site.url)
    const { page } = visitor
    await showMedia(page)
    await visitor.open(`/blog/all#fichiers-son-et-${spelling}`)
    const top = () =>
      page.locator('[id="fichiers-son-et-vidéo"]').evaluate((heading) => heading.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(400)
    expect(await top()).toBeGreaterThan(0)
  },
)

test('notes lead to the foot of the article and back', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog/all')
  const inView = (id: string) =>
    page.locator(`[id="${id}"]`).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top > 0 && bottom < window.innerHeight
    })
  await page.getByRole('link', { name: '[1]' }).click()
  await expect.poll(() => inView('fn1')).toBe(true)
  await page.getByRole('link', { name: fr.backToText }).click()
  await expect.poll(() => inView('fnref1')).toBe(true)
})

const screens = [
  { name: 'a phone', width: 320, colorScheme: 'light' },
  { name: 'a phone in the dark', width: 360, colorScheme: 'dark' },
  { name: 'a desk', width: 1280, colorScheme: 'light' },
  { name: 'a desk in the dark', width: 1280, colorScheme: 'dark' },
] as const

test.each(screens)(
  'articles with every card are free of barriers and never wider than $name',
  { timeout: 120_000 },
  async (screen) => {
    await using site = await startCards()
    await using visitor = await openBrowser(site.url, { ...screen, reducedMotion: 'reduce' })
    const { page } = visitor
    await showMedia(page)
    const found: string[] = []
    for (const address of ['/blog/all', '/en/blog/more']) {
      await visitor.open(address)
      await page.locator('.kg-embed').getByRole('button').first().waitFor()
      await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
        for (const one of all) one.open = true
      })
      const { violations } = await new AxeBuilder({ page }).analyze()
      found.push(
        ...violations.map(
          ({ id, nodes }) => `${address}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
      )
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > screen.width) found.push(`${address}: ${width} pixels wide`)
    }
    expect(found).toEqual([])
  },
)
