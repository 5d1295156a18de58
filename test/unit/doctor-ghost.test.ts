import { expect, it } from 'vitest'
import type { GhostReading, Failed, GhostAnswers } from '../../server/doctor/ghost-answers.ts'
import { checkGhost } from '../../server/doctor/ghost-checks.ts'
import { configOf } from '../support/config-of.ts'

const url = 'https://ghost.example.com/blog'

const configWith = (env: Record<string, string> = {}) =>
  configOf({ GHOST_URL: url, GHOST_CONTENT_API_KEY: '0'.repeat(26), ...env })

function answered<T>(value: T): GhostReading<T> {
  return { kind: 'answered', value }
}

const counted = (total: number, ...slugs: string[]) =>
  answered({ total, titles: slugs, urls: slugs.map((slug) => `${url}/${slug}/`) })

function failed(message: string, status: number | null, movedTo: string | null = null): Failed {
  return { kind: 'failed', message, status, movedTo }
}

type Answers = Exclude<GhostAnswers, Failed>

const healthy: Answers = {
  kind: 'answered',
  version: '6.65',
  url: `${url}/`,
  fr: counted(7, 'un'),
  en: counted(5, 'one'),
  both: counted(0),
  neither: counted(0),
  files: answered([`${url}/content/media/a.mp4`, '/content/files/b.pdf']),
  signUp: answered('all'),
  integrityToken: answered(null),
  admin: answered(null),
}

/** The doctor's complaints, a line each. */
function complaintsOf(answers: Partial<Answers> | Failed, env: Record<string, string> = {}): string[] {
  const all = answers.kind === 'failed' ? answers : { ...healthy, ...answers }
  return checkGhost(all, configWith(env)).flatMap(({ level, about, text }) =>
    level === 'ok' ? [] : [`${level} ${about}: ${text}`],
  )
}

it('has nothing against a Ghost that is as it should be, and looks at all of it', () => {
  expect(complaintsOf({})).toEqual([])
  const examined = [
    'Ghost',
    'GHOST_URL',
    'GHOST_CONTENT_API_KEY',
    'posts',
    'posts',
    'newsletter',
    'GHOST_ADMIN_API_KEY',
  ]
  expect(checkGhost(healthy, configWith()).map(({ about }) => about)).toEqual(examined)
})

it.each<[string, Partial<Answers>, Record<string, string>?]>([
  ['spells its address otherwise', { version: '6.0', url: 'http://ghost.example.com/blog/' }],
  ['spells its host otherwise', { version: '6.0', url: 'https://GHOST.example.com:443/blog/' }],
  ['takes no members, where none are asked for', { signUp: answered('none') }, { NEWSLETTER: 'simulated' }],
])('has nothing against a Ghost that %s', (_what, answers, env) => {
  expect(complaintsOf(answers, env)).toEqual([])
})

const leadsOn = /^problem GHOST_URL: .* leads on to https:\/\/www\.example\.com\. Set GHOST_URL/
const withoutAdmin = /^problem GHOST_URL: no Ghost .*status 302.* without the \/ghost of its admin/
const refused = failed('Unknown Content API Key', 401)
const refusedEverywhere = { fr: refused, en: refused, both: refused, neither: refused, signUp: refused }
const elsewhere = { total: 1, titles: ['un'], urls: ['https://cms.example.net/un/'] }

it.each<[string, Partial<Answers> | Failed, RegExp]>([
  ['cannot be reached', failed('ECONNREFUSED', null), /^problem GHOST_URL: no Ghost .*ECONNREFUSED.*reach it/],
  ['is starting', failed('status 503', 503), /^problem GHOST_URL: no Ghost .*finished starting/],
  ['is elsewhere', failed('status 301', 301, 'https://www.example.com'), leadsOn],
  ['is its own admin', failed('status 302', 302), withoutAdmin],
  ['is too old', { version: '4.48', url: `${url}/` }, /^warning Ghost: version 4\.48 .*5 and 6/],
  ['has another host', { version: '6.0', url: 'https://cms.example.net/' }, /^problem GHOST_URL: Ghost uses/],
  ['has another folder', { version: '6.0', url: 'https://ghost.example.com/' }, /^problem GHOST_URL/],
  ['has posts at another host', { fr: answered(elsewhere) }, /^problem GHOST_URL: .*cms\.example\.net\/un/],
  ['refuses the key', { fr: refused }, /^problem GHOST_CONTENT_API_KEY: .*Copy/],
  ['refuses it everywhere', refusedEverywhere, /^problem GHOST_CONTENT_API_KEY: .*Copy/],
  ['fails', { en: failed('status 500', 500) }, /^problem GHOST_CONTENT_API_KEY: .*log of Ghost/],
  ['has no French post', { fr: counted(0) }, /^warning posts: none has the tag fr/],
  ['has no English post', { en: counted(0) }, /^warning posts: none has the tag en/],
  ['has posts without a language', { neither: counted(1, 'Perdu') }, /^warning posts: 1 on no page.*: "Perdu"$/],
  ['has many of them', { neither: counted(9, 'Un', 'Deux') }, /^warning posts: 9 on no page.*: "Un", "Deux" …$/],
  ['has posts in two languages', { both: counted(2, 'Un', 'Deux') }, /^warning posts: 2 in the lists of both/],
  ['takes no members', { signUp: answered('none') }, /^problem newsletter: .*"none".*NEWSLETTER=simulated/],
  ['takes invited people only', { signUp: answered('invite') }, /^problem newsletter: .*"invite"/],
  ['gives no settings', { signUp: failed('status 500', 500) }, /^problem newsletter: settings/],
  ['gives no token', { integrityToken: failed('status 404', 404) }, /^problem newsletter: subscriptions cannot begin/],
  ['refuses the admin key', { admin: failed('Invalid token', 401) }, /^problem GHOST_ADMIN_API_KEY: .*Copy.*clocks/],
])('complains of a Ghost that %s', (_name, answers, expected) => {
  expect(complaintsOf(answers)).toEqual([expect.stringMatching(expected)])
})

const film = 'https://storage.example.com/c/1/content/media/a.mp4'

it.each([
  ['a host that is not named', [film], '', ['storage.example.com']],
  [
    'two of them, each once',
    [film, film, '//files.example.net/b.mp3', 'data:audio/mp3,'],
    '',
    ['storage.example.com', 'files.example.net'],
  ],
  ['a host that is named', [film, '//files.example.net/b.mp3'], 'storage.example.com,files.example.net', []],
])('of files of %s it says so', (_name, files, named, hosts) => {
  const said =
    hosts.length === 0
      ? []
      : [expect.stringMatching(`^warning GHOST_MEDIA_HOSTS: .* of ${hosts.join(', ')},.* name it in`)]
  expect(complaintsOf({ files: answered(files) }, { GHOST_MEDIA_HOSTS: named })).toEqual(said)
})
