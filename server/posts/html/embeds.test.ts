import { expect, it } from 'vitest'
import { embedAt, embedOfPage, frameSources } from './embed-providers.ts'

const youtube = 'https://www.youtube.com'
const nocookie = 'https://www.youtube-nocookie.com/embed'
const soundcloud = 'https://w.soundcloud.com/player'
const evil = `${soundcloud}/?url=https%3A%2F%2Fevil.example%2Fx`
const track = 'https://soundcloud.com/a/b'
const spotify = 'https://open.spotify.com'
const instagram = 'https://www.instagram.com/p/Ab_-1/'

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
  ['SoundCloud', evil, evil],
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
  // These begin like a frame's address, but lead elsewhere on its host.
  ...['../url', '%2e%2E/url', '.%2e/url', '..\\url', '.\t./url', 'a/../../url'].map(
    (rest) => `https://www.google.com/maps/${rest}?q=https://evil.example`,
  ),
])('rejects the frame %j, which is of no listed provider', (address) => {
  expect(embedAt(address)).toBeNull()
})

const tweet = 'https://platform.twitter.com/embed/Tweet.html?id=12&dnt=true'

it.each([
  ['https://twitter.com/Ghost/status/12?ref=a', tweet, 'https://x.com/Ghost/status/12'],
  ['https://x.com/Ghost/status/12', tweet, 'https://x.com/Ghost/status/12'],
  [`${instagram}?utm=1`, `${instagram}embed/`, instagram],
  ['https://www.tiktok.com/@a.b/video/3', 'https://www.tiktok.com/embed/v2/3', 'https://www.tiktok.com/@a.b/video/3'],
  [`${youtube}/watch?t=1&v=a-b&list=c`, `${nocookie}/a-b`, `${youtube}/watch?t=1&v=a-b`],
  [`${youtube}/shorts/abc`, `${nocookie}/abc`, `${youtube}/shorts/abc`],
  ['//youtu.be/abc?si=d', `${nocookie}/abc`, 'https://youtu.be/abc'],
  ['https://vimeo.com/1/2f', 'https://player.vimeo.com/video/1?h=2f', 'https://vimeo.com/1/2f'],
  ['https://vimeo.com/1', 'https://player.vimeo.com/video/1', 'https://vimeo.com/1'],
  [`${spotify}/intl-fr/track/x?si=a`, `${spotify}/embed/track/x`, `${spotify}/intl-fr/track/x`],
  ['https://soundcloud.com/a/b?in=c', `${soundcloud}/?url=${encodeURIComponent(track)}`, track],
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
