import { load } from 'cheerio'
import { expect, it } from 'vitest'
import type { Language } from '../../../shared/language.ts'
import { pictureSizes } from './picture-places.ts'
import { cardsHtml } from '../../../test/support/cards.ts'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

/** The sanitised post as a tree; markup of one's own, or that of Ghost's editor. */
const shown = (html: string, language: Language = 'fr') => load(sanitise(html, language), null, false)
const all = shown(cardsHtml('all', cms))
const more = shown(cardsHtml('more', cms))

it.each(Object.entries({ all, more }))(
  'nothing of the CMS, no style, no script and no frame is left in the post "%s"',
  (_name, post) => {
    const html = post.html()
    expect(html).not.toMatch(/127\.0\.0\.1|2368/)
    expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=/)
    expect(post('script, style, iframe, form, input, button, svg, template').length).toBe(0)
    expect(post('img:not([alt]), audio:not([controls]), video:not([controls])').length).toBe(0)
  },
)

it('keeps every visible word of the post with all cards', () => {
  const text = all.text()
  const words =
    'toutes les cartes|Œuvre, cœur, naïveté|La simplicité|Une citation mise en avant|avec une légende|' +
    'Une galerie de cinq images|Content API|La documentation|Équipe Ghost|Un message intégré|Un extrait de code|' +
    'sans langage\n  indenté|Un encadré sans émoji|Une question fréquente|La réponse|Prendre rendez-vous|PARTENAIRE|' +
    'offre «\u00a0sérénité\u00a0»|Un grand titre|et son sous-titre|Agir|Recevez la lettre|Une fois par mois|Audit d’accessibilité|' +
    'actionnable|Commander|plaquette.txt|Une note de musique|Une courte vidéo|HTML brut|Découverte|☑ fait|☐ à faire|' +
    'La note de bas de page'
  for (const part of words.split('|')) expect(text).toContain(part)
  for (const part of ['dataset.script', 'jamie@example.com', '0:00', 'Désabonnement', 'download-circle', 'nc-loop'])
    expect(text).not.toContain(part)
})

it('a toggle is the browser’s own, closed, with its heading as summary', () => {
  const toggle = all('details.kg-card')
  expect(toggle.attr('open')).toBeUndefined()
  expect(toggle.children('summary').text()).toBe('Une question fréquente\u00a0?')
  expect(toggle.children('.kg-toggle-content').html()).toBe('<p>La réponse, que l’on <b>déplie</b>.</p>')
  const open = '<div class="kg-toggle-card" data-kg-toggle-state="open"><div class="kg-toggle-content">a</div></div>'
  expect(shown(open)('details[open]')).toHaveLength(1)
})

it('the text of a toggle’s heading is in one box, even if a part is bold', () => {
  const heading = '<h4 class="kg-toggle-heading-text">Une <b>longue</b> question</h4>'
  const toggle = shown(`<div class="kg-toggle-card">${heading}</div>`)
  expect(toggle('summary').html()).toBe('<span>Une <b>longue</b> question</span>')
})

it('each picture of a gallery carries its proportions, to the hundredth', () => {
  const growth = (picture: number) => {
    const classes = more('.kg-gallery-image').eq(picture).attr('class') ?? ''
    return [...classes.matchAll(/kg-grow-(\d+)/g)].reduce((sum, [, power]) => sum + Number(power), 0)
  }
  expect([growth(0), growth(1), growth(2)]).toEqual([55, 284, 100])
  const odd = shown('<div class="kg-gallery-image"><img src="/content/images/a.png" width="0" height="x"></div>')
  expect(odd('.kg-gallery-image').attr('class')).toBe('kg-gallery-image')
})

it('sounds and films have the browser’s controls, a name and a still, and nothing of Ghost’s player', () => {
  expect(all('audio').attr()).toEqual({
    src: expect.stringMatching(/^\/media\/content\/media\/.*\.wav$/),
    preload: 'metadata',
    controls: 'controls',
    'aria-label': 'Une note de musique',
  })
  expect(all('video').attr()).toMatchObject({
    poster: expect.stringMatching(/^\/media\/content\/images\/.*ocean\.png$/),
    controls: 'controls',
    'aria-label': 'Une courte vidéo',
    width: '320',
    height: '180',
  })
  expect(
    all('[class*="-icon"], [class*="-slider"], [class*="-overlay"]').not('.kg-bookmark-icon, .kg-file-card-icon'),
  ).toHaveLength(0)
  expect(all('.kg-audio-thumbnail').attr('alt')).toBe('')
})

it('a video of Ghost 5, whose poster is a spacer, gets the still of its style', () => {
  const film = `<figure class="kg-card kg-video-card" data-kg-thumbnail="http://old.example/content/images/o.png"><div class="kg-video-container"><video src="${cms}/content/media/a.mp4" poster="https://img.spacergif.org/v1/320x180/0a/spacer.png" style="background: transparent url('${cms}/content/images/p.png') 50% 50% / cover no-repeat;" loop autoplay muted></video></div></figure>`
  const video = shown(film, 'en')('video')
  expect(video.attr('poster')).toBe('/media/content/images/p.png')
  expect(video.attr('aria-label')).toBe('Video')
  expect(video.attr('autoplay')).toBeUndefined()
  expect(video.attr('loop')).toBeDefined()
})

it.each([
  ['fr', 'Note\u00a0: 4 sur 5', '1 ko', 'Retour au texte'],
  ['en', 'Rated 4 out of 5', '1 kB', 'Back to the text'],
] as const)('Ghost’s English texts and drawings become texts in %s', (language, rating, size, back) => {
  const post = shown(cardsHtml('all', cms), language)
  expect(post('.kg-product-card-rating').attr()).toMatchObject({ role: 'img', 'aria-label': rating })
  expect(post('.kg-product-card-rating').text()).toBe('★★★★☆')
  expect(post('.kg-file-card-filesize').text().replace('\u00a0', ' ')).toBe(size)
  expect(post('.footnote-backref').attr('aria-label')).toBe(back)
  expect(post.html()).not.toMatch(/"Download"|CTA Image|"audio-thumbnail"|Expand toggle/)
})

it('an audio without a cover has no text in its place', () => {
  const card = shown(
    `<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide">` +
      `<div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container">` +
      `<audio src="${cms}/content/media/a.mp3"></audio><div class="kg-audio-title">Une note</div></div></div>`,
  )
  expect(card('.kg-audio-card').text().trim()).toBe('Une note')
})

it('a product’s name is not in the article’s outline', () => {
  expect(all('h4, h5, h6')).toHaveLength(0)
  expect(all('p.kg-product-card-title').text()).toBe('Audit d’accessibilité')
})

it.each([
  ['kg-tone-dark', '.kg-cta-button'],
  ['kg-tone-dark', '.kg-header-card'],
  ['kg-tone-light', '.kg-header-card-button'],
])('its colours become the class %s on the first %s', (name, selector) => {
  expect(all(selector).first().hasClass(name)).toBe(true)
})

it('headers of every version of Ghost, with a picture or not, keep their colour and picture', () => {
  const headers = more('.kg-header-card').map((_, card) =>
    more(card)
      .attr('class')
      ?.match(/kg-tone-\w+|kg-has-\w+/g)
      ?.join(' '),
  )
  const expected = ['kg-tone-dark', 'kg-tone-dark kg-has-picture', 'kg-tone-accent', 'kg-tone-light', 'kg-tone-accent']
  expect(headers.get()).toEqual(expected)
  expect(more('.kg-has-picture > img').attr('src')).toBe(
    '/media/content/images/size/w2400/format/webp/2026/11/plum.png',
  )
})

it('a picture within the link of a call to action tells where the link leads, and has its size', () => {
  const picture = { alt: 'En savoir plus', width: '1600', height: '900' }
  expect(all('.kg-cta-image-container img').attr()).toMatchObject(picture)
})

it.each([
  ['.kg-bookmark-thumbnail img', pictureSizes.bookmark, 2400],
  ['.kg-cta-immersive img', pictureSizes.text, 1600],
  ['.kg-width-wide .kg-header-card-image', pictureSizes.text, 1600],
  ['.kg-product-card-image', pictureSizes.product, 800],
  ['.kg-audio-thumbnail', pictureSizes.thumbnail, 2400],
])('the picture %s has the sizes of its card, and widths up to its own', (picture, sizes, widest) => {
  const { srcset, sizes: actual } = all(picture).attr() ?? {}
  expect({ actual, widest: srcset?.split(' ').at(-1) }).toEqual({ actual: sizes, widest: `${widest}w` })
})

it('the picture of a header that is neither wide nor full is as wide as the text', () => {
  const [header] = shown(
    `<div class="kg-card kg-header-card kg-v2"><picture><img class="kg-header-card-image" src="${cms}/content/images/a.png"></picture></div>`,
  )('img').get()
  expect(header?.attribs.sizes).toBe(pictureSizes.text)
})

it('the author and the publisher of a bookmark are separated, with a style sheet and without', () => {
  expect(all('.kg-bookmark-metadata').first().text()).toBe('Ghost · Équipe Ghost')
  const alone = shown('<div class="kg-bookmark-metadata"><span class="kg-bookmark-publisher">Ghost</span></div>')
  expect(alone('.kg-bookmark-metadata').text()).toBe('Ghost')
})

it('alignments become classes', () => {
  expect(all('th.kg-text-right').text()).toBe('Prix')
  expect(all('td.kg-text-right')).toHaveLength(2)
  expect(more('p.kg-text-center').text()).toBe('Au centre.')
})

it('a sign-up card leaves its place and its text, once a page, and only at the top level', () => {
  const card = (heading: string) =>
    `<div class="kg-card kg-signup-card" style="display: none"><h2 class="kg-signup-card-heading">${heading}</h2><form><input id="email"></form></div>`
  expect(sanitise(`<p>a</p>${card('La <b>lettre</b>')}${card('Encore')}<p>b</p>`, 'fr')).toBe(
    '<p>a</p><div class="kg-signup-card"><h2>La lettre</h2></div><p>b</p>',
  )
  expect(sanitise(`<div><p>a</p>${card('Dedans')}</div>`, 'fr')).toBe('<div><p>a</p></div>')
})

it('a table scrolls by itself, and has a name; a nested table does not', () => {
  const nested = shown('<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>', 'en')
  expect(nested('.kg-scroll').attr()).toMatchObject({ role: 'group', tabindex: '0', 'aria-label': 'Table' })
  expect(nested('.kg-scroll')).toHaveLength(1)
})

it('a task list of Markdown shows its boxes', () => {
  const boxes = '<li><input checked="" disabled="" type="checkbox"> a</li><li><input disabled type="checkbox"> b</li>'
  expect(shown(`<ul>${boxes}</ul>`).html()).toBe('<ul><li>☑ a</li><li>☐ b</li></ul>')
  const loose = '<ul><li>\n<p>[x] a</p>\n</li><li>\n<p>[ ] b</p>\n</li></ul>'
  expect(shown(loose)('p').text()).toBe('☑ a☐ b')
  const table = '<table><tr><td><input type="checkbox" checked></td></tr></table>'
  expect(shown(table)('td').text()).toBe('☑')
})

it('an invalid file size of fifty thousand digits stays as it is, and takes no time', () => {
  const digits = `${'1'.repeat(50_000)}!`
  const file = `<a class="kg-file-card-container" href="${cms}/content/files/a.pdf"><div class="kg-file-card-filesize">${digits}</div></a>`
  expect(shown(file, 'fr')('.kg-file-card-filesize').text()).toBe(digits)
})
