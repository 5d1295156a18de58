import { load } from 'cheerio'
import { expect, it } from 'vitest'
import { embedAt, embedOfPage, frameSources } from './embed-providers.ts'
import { cardsHtml } from '../../../test/support/cards.ts'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

const shown = (html: string) => load(sanitise(html, 'fr'), null, false)

const youtube = 'https://www.youtube.com'
const nocookie = 'https://www.youtube-nocookie.com/embed'
const soundcloud = 'https://w.soundcloud.com/player'

it.each<[provider: string, address: string, page: string, frame?: string]>([
  ['YouTube', `${youtube}/embed/abc?feature=oembed`, `${youtube}/watch?v=abc`, `${nocookie}/abc`],
  ['YouTube', '//www.youtube.com/embed/abc?start=3', `${youtube}/watch?v=abc&t=3`, `${nocookie}/abc?start=3`],
  ['YouTube', 'http://youtube.com/embed/abc', `${youtube}/watch?v=abc`, `${nocookie}/abc`],
  ['YouTube', `${youtube}/embed/videoseries?list=P`, `${youtube}/playlist?list=P`, `${nocookie}/videoseries?list=P`],
  ['YouTube', `${youtube}/embed/?list=PL1`, `${youtube}/playlist?list=PL1`, `${nocookie}/?list=PL1`],
  ['YouTube', `${nocookie}/abc?list=PL1&start=90`, `${youtube}/watch?v=abc&list=PL1&t=90`],
  ['YouTube', `${nocookie}/live_stream?channel=UC1`, `${youtube}/channel/UC1/live`],
  ['YouTube', `${youtube}/embed/abc?origin=http%3A%2F%2F127.0.0.1`, `${youtube}/watch?v=abc`, `${nocookie}/abc`],
  ['Vimeo', 'https://player.vimeo.com/video/1?app_id=2', 'https://vimeo.com/1'],
  ['Vimeo', 'https://player.vimeo.com/video/1?h=2f', 'https://vimeo.com/1/2f'],
  ['Spotify', 'https://open.spotify.com/embed/track/x?utm_source=oembed', 'https://open.spotify.com/track/x'],
  ['SoundCloud', `${soundcloud}/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb`, 'https://soundcloud.com/a/b'],
  [
    'SoundCloud',
    `${soundcloud}/?url=https%3A%2F%2Fevil.example%2Fx`,
    `${soundcloud}/?url=https%3A%2F%2Fevil.example%2Fx`,
  ],
  ['SoundCloud', `${soundcloud}/?visual=true`, `${soundcloud}/?visual=true`],
  ['CodePen', 'https://codepen.io/team/embed/x?default-tab=css', 'https://codepen.io/team/pen/x'],
  ['CodePen', 'https://codepen.io/team/a/embed/preview/x?default-tab=css', 'https://codepen.io/team/a/pen/x'],
])('%s has the frame %s, whose page is %s', (provider, address, page, frame = address) => {
  expect(embedAt(address)).toEqual({ provider, frame, page })
})

it.each([
  ...['', 'about:blank', 'javascript:alert(1)', 'data:text/html,x'],
  'https://www.youtube.com/watch?v=abc',
  'https://www.youtube.com.evil.example/embed/abc',
  'https://www.youtube.com@evil.example/embed/abc',
  'https://user:pass@www.youtube.com/embed/abc',
  'https://www.youtube.com:8443/embed/abc',
  'https://www.youtube.com/embed/../redirect?q=https://evil.example',
  'https://www.google.com/url?q=https://evil.example',
  'https://www.youtube.com/embed/',
])('the frame %j belongs to no provider on the list', (address) => {
  expect(embedAt(address)).toBeNull()
})

const tweet = 'https://platform.twitter.com/embed/Tweet.html?id=12&dnt=true'

it.each([
  ['https://twitter.com/Ghost/status/12?ref=a', tweet, 'https://x.com/Ghost/status/12'],
  ['https://x.com/Ghost/status/12', tweet, 'https://x.com/Ghost/status/12'],
  [
    'https://www.instagram.com/p/Ab_-1/?utm=1',
    'https://www.instagram.com/p/Ab_-1/embed/',
    'https://www.instagram.com/p/Ab_-1/',
  ],
  ['https://www.tiktok.com/@a.b/video/3', 'https://www.tiktok.com/embed/v2/3', 'https://www.tiktok.com/@a.b/video/3'],
  [`${youtube}/watch?t=1&v=a-b&list=c`, `${nocookie}/a-b`, `${youtube}/watch?t=1&v=a-b`],
  [`${youtube}/shorts/abc`, `${nocookie}/abc`, `${youtube}/shorts/abc`],
  ['//youtu.be/abc?si=d', `${nocookie}/abc`, 'https://youtu.be/abc'],
  ['https://vimeo.com/1/2f', 'https://player.vimeo.com/video/1?h=2f', 'https://vimeo.com/1/2f'],
  ['https://vimeo.com/1', 'https://player.vimeo.com/video/1', 'https://vimeo.com/1'],
  [
    'https://open.spotify.com/intl-fr/track/x?si=a',
    'https://open.spotify.com/embed/track/x',
    'https://open.spotify.com/intl-fr/track/x',
  ],
  [
    'https://soundcloud.com/a/b?in=c',
    `${soundcloud}/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb`,
    'https://soundcloud.com/a/b',
  ],
])('the page %s is shown in its provider’s frame', (address, frame, page) => {
  expect(embedOfPage(address)).toMatchObject({ frame, page })
  expect(frameSources.some((source) => frame.startsWith(source))).toBe(true)
})

it.each([
  ...['https://twitter.com/Ghost', 'https://evil.example/?https://twitter.com/Ghost/status/1', ''],
  ...['https://www.instagram.com.evil.example/p/a/', 'https://youtu.be.evil.example/a', 'javascript:alert(1)'],
])('the page %j has no frame', (address) => {
  expect(embedOfPage(address)).toBeNull()
})

it.each([
  ['twitter-tweet', 'https://pic.twitter.com/x', 0],
  ['twitter-tweet', 'https://twitter.com/Ghost/status/1', 1],
  ['pull', 'https://twitter.com/Ghost/status/1', 0],
])('a quotation of class "%s" with %s has %i façades', (name, address, count) => {
  const html = `<blockquote class="${name}"><a href="${address}">a</a></blockquote>`
  expect(shown(html)('.kg-embed')).toHaveLength(count)
})

it('an embedded page is a façade that names its host and links to it, with its size and its caption', () => {
  const post = shown(cardsHtml('all', cms))
  const facade = post('.kg-embed').first()
  expect(facade.attr()).toEqual({
    class: 'kg-embed kg-shape-wide',
    'data-frame': 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'data-width': '200',
    'data-height': '113',
  })
  expect(facade.find('.kg-embed-title').text()).toBe('Vidéo YouTube')
  expect(facade.find('.kg-embed-notice').text()).toContain('www.youtube-nocookie.com')
  expect(facade.find('a').attr()).toEqual({ href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', rel: 'noopener' })
  expect(facade.find('a').text()).toBe('Ouvrir sur www.youtube.com')
  expect(facade.next('figcaption').text()).toBe('Une vidéo YouTube')
})

it('a quotation of a network keeps its words within the façade', () => {
  const facade = shown(cardsHtml('all', cms))('.kg-embed').eq(1)
  expect(facade.find('blockquote').text()).toContain('Un message intégré')
  expect(facade.attr('data-frame')).toBe('https://platform.twitter.com/embed/Tweet.html?id=1&dnt=true')
})

it('every host of the second post gets a façade in any box, and the unknown host a labelled link', () => {
  const post = shown(cardsHtml('more', cms))
  const hosts = post('.kg-embed').map((_, facade) => new URL(post(facade).attr('data-frame') ?? '').host)
  expect(hosts.get()).toEqual([
    ...['player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com', 'codepen.io', 'www.youtube-nocookie.com'],
    ...['www.instagram.com', 'www.tiktok.com'],
  ])
  const shapes = post('.kg-embed').map((_, facade) => post(facade).attr('class')?.replace('kg-embed kg-shape-', ''))
  expect(shapes.get()).toEqual(['wide', 'bar', 'panel', 'panel', 'tall', 'panel', 'panel'])
  expect(post('p .kg-embed, p p')).toHaveLength(0)
  expect(post('.kg-embed-link').html()).toBe(
    '<a href="https://carte.example.org/embed/1" rel="noopener">Ouvrir sur carte.example.org</a>',
  )
})

/** Addresses that begin like a frame's, but lead a browser to another page of its host. */
const waysOut = ['../url', '%2e%2E/url', '.%2e/url', '..\\url', '.\t./url', 'a/../../url'].map(
  (rest) => `https://www.google.com/maps/${rest}?q=https://evil.example`,
)

it.each([
  'https://evil.example/',
  'javascript:alert(1)',
  'https://www.youtube-nocookie.com.evil.example/embed/x',
  'https://www.youtube-nocookie.com/embed/../redirect?q=https://evil.example',
  ...waysOut,
])('a façade that an author forges for %j would load nothing', (frame) => {
  expect(sanitise(`<div class="kg-embed" data-frame="${frame}">a</div>`, 'fr')).toBe('<div class="kg-embed">a</div>')
})

it.each(waysOut)('the frame %j becomes a plain link', (address) => {
  expect(embedAt(address)).toBeNull()
  const post = shown(`<iframe src="${address}"></iframe>`)
  expect(post('[data-frame]')).toHaveLength(0)
  expect(post('.kg-embed-link a')).toHaveLength(1)
})

it('a façade that an author writes loads the address as a browser reads it', () => {
  const written = 'HTTPS://WWW.GOOGLE.COM/maps/x/../embed?pb=1'
  expect(shown(`<div data-frame="${written}">a</div>`)('div').attr('data-frame')).toBe(
    'https://www.google.com/maps/embed?pb=1',
  )
})

it.each([
  ['frames', (host: string) => `<iframe src="https://${host}/"></iframe>`],
  ['films', (host: string) => `<video src="https://${host}/film.mp4"></video>`],
])('%s of one paragraph keep their order', (_, element) => {
  const html = sanitise(`<p>${element('a.example')} and ${element('b.example')}${element('c.example')}</p>`, 'en')
  const order = [...html.matchAll(/href="https:\/\/(\w)/g)].map(([, name]) => name)
  expect(order).toEqual(['a', 'b', 'c'])
})

it('an empty frame leaves nothing', () => {
  expect(sanitise('<p>a</p><iframe></iframe><iframe src="about:blank">x</iframe>', 'fr')).toBe('<p>a</p>')
})

it.each(
  Object.entries({
    '<h2>Film [film]</h2>': '<h2>Film </h2>[facade]',
    '<p>a <strong><span>[film]</span></strong></p><p>b</p>': '<p>a </p>[facade]<p>b</p>',
    '<p><span>[film]</span></p>': '[facade]',
    '<details><summary><b>a</b>[film]</summary><p>b</p></details>':
      '<details><summary><b>a</b></summary>[facade]<p>b</p></details>',
    '<pre>a[film]</pre>': '<pre tabindex="0">a</pre>[facade]',
    '<span>a[film]</span>': '<span>a</span>[facade]',
    '<ul><li><em>a[film]</em> b</li></ul>': '<ul><li><em>a</em>[facade] b</li></ul>',
  }),
)('a façade comes after phrasing content, which must not contain it: %s', (html, output) => {
  const film = '<iframe src="https://www.youtube.com/embed/abc"></iframe>'
  const post = shown(html.replace('[film]', film))
  post('.kg-embed').replaceWith('[facade]')
  expect(post.html()).toBe(output)
})
