/** Another site's page that may be shown within ours, once the visitor asks for it. */
export type Embed = {
  provider: string
  /** The address to load, within one of {@link frameSources}. */
  frame: string
  /** The page itself, for visitors who prefer to open it. */
  page: string
}

type Provider = {
  name: string
  /** The start of the frame's URL. It is also a source expression of the policy, hence the slash at its end. */
  source: `https://${string}/`
  /** Other spellings of `source`, which authors paste. */
  aliases?: string[]
  /** The page that the frame shows, if it has an address of its own. */
  page?: (frame: URL, rest: string) => string
}

/** The player that sets no cookies. */
const youTube = 'https://www.youtube-nocookie.com/embed/'

/** The fixed list (docs/decisions/008-embeds-behind-a-click.md); any other host gets a plain link. */
const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    source: youTube,
    aliases: ['https://www.youtube.com/embed/', 'https://youtube.com/embed/', 'https://m.youtube.com/embed/'],
    page: youTubePage,
  },
  {
    name: 'Vimeo',
    source: 'https://player.vimeo.com/video/',
    // The page of an unlisted video needs the video's hash.
    page: ({ searchParams }, id) => `https://vimeo.com/${[id, ...searchParams.getAll('h')].join('/')}`,
  },
  { name: 'Spotify', source: 'https://open.spotify.com/embed/', page: (_, id) => `https://open.spotify.com/${id}` },
  {
    name: 'SoundCloud',
    source: 'https://w.soundcloud.com/player/',
    page: ({ href, searchParams }) => {
      const sound = searchParams.get('url') ?? ''
      return sound.startsWith('https://soundcloud.com/') ? sound : href
    },
  },
  {
    name: 'Apple Podcasts',
    source: 'https://embed.podcasts.apple.com/',
    page: (_, rest) => `https://podcasts.apple.com/${rest}`,
  },
  { name: 'Bandcamp', source: 'https://bandcamp.com/EmbeddedPlayer/' },
  {
    name: 'CodePen',
    source: 'https://codepen.io/',
    page: (_, rest) => `https://codepen.io/${rest.replace(/\/embed\/(?:preview\/)?/, '/pen/')}`,
  },
  { name: 'OpenStreetMap', source: 'https://www.openstreetmap.org/export/' },
  { name: 'Google Maps', source: 'https://www.google.com/maps/' },
  { name: 'X', source: 'https://platform.twitter.com/embed/' },
  {
    name: 'Instagram',
    source: 'https://www.instagram.com/',
    page: (_, rest) => `https://www.instagram.com/${rest.replace(/embed\/.*$/, '')}`,
  },
  { name: 'TikTok', source: 'https://www.tiktok.com/embed/' },
]

/** Frames that the Content-Security-Policy allows. */
export const frameSources: readonly string[] = providers.map(({ source }) => source)

/** The URL that a browser would load for an address in a post; null if it belongs to no provider. */
export function frameAt(address: string): string | null {
  const href = hrefOf(address)
  return href !== undefined && frameSources.some((source) => href.startsWith(source)) ? href : null
}

/** @param address of a frame, as an author's HTML has it; null if it belongs to no provider */
export function embedAt(address: string): Embed | null {
  const href = hrefOf(address)
  for (const { name, source, aliases = [], page } of providers) {
    const start = [source, ...aliases].find((candidate) => href?.startsWith(candidate))
    if (href === undefined || start === undefined || href === start) continue
    const frame = new URL(source + href.slice(start.length))
    // They only tell how the page was embedded, and where: in the CMS.
    frame.searchParams.delete('feature')
    frame.searchParams.delete('origin')
    const rest = frame.href.slice(source.length).replace(/[?#].*$/, '')
    return { provider: name, frame: frame.href, page: page?.(frame, rest) ?? frame.href }
  }
  return null
}

/** YouTube's player shows a video, a playlist or a channel's live stream. */
function youTubePage({ searchParams }: URL, id: string): string {
  const [list, channel, start] = ['list', 'channel', 'start'].map((name) => searchParams.get(name))
  if (id === 'live_stream' && channel) return `https://www.youtube.com/channel/${channel}/live`
  const film = id === '' || id === 'videoseries' ? null : id
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ v: film, list, t: start })) if (value) query.set(name, value)
  return `https://www.youtube.com/${film === null ? 'playlist' : 'watch'}?${query}`
}

/** An address in the browser's spelling. It uses https, since our pages embed nothing else; undefined if it is invalid. */
function hrefOf(address: string): string | undefined {
  const absolute = address.trim().replace(/^(?:http:)?\/\//, 'https://')
  if (!URL.canParse(absolute)) return undefined
  return new URL(absolute).href
}

/** Pages that cannot be framed, each with the URL of its frame, and with its usual URL if that is another. */
const pages: readonly (readonly [start: RegExp, frame: string, page?: string])[] = [
  [
    /^https:\/\/(?:twitter|x)\.com\/(\w+\/status\/(\d+))/,
    'https://platform.twitter.com/embed/Tweet.html?id=$2&dnt=true',
    'https://x.com/$1',
  ],
  [/^https:\/\/www\.instagram\.com\/(?:p|reel|tv)\/[\w-]+\//, '$&embed/'],
  [/^https:\/\/www\.tiktok\.com\/@[\w.-]+\/video\/(\d+)/, 'https://www.tiktok.com/embed/v2/$1'],
  [/^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)([\w-]+)/, `${youTube}$1`],
  [/^https:\/\/youtu\.be\/([\w-]+)/, `${youTube}$1`],
  [/^https:\/\/vimeo\.com\/(\d+)\/(\w+)/, 'https://player.vimeo.com/video/$1?h=$2'],
  [/^https:\/\/vimeo\.com\/(\d+)/, 'https://player.vimeo.com/video/$1'],
  [/^https:\/\/open\.spotify\.com\/(?:intl-\w+\/)?([a-z]+\/\w+)/, 'https://open.spotify.com/embed/$1'],
  [/^https:\/\/soundcloud\.com\/[^?#]+/, 'https://w.soundcloud.com/player/?url=$&'],
]

/** The embed of a page, by the URL that readers copy; null if the page has none. */
export function embedOfPage(address: string): Embed | null {
  const href = hrefOf(address) ?? ''
  for (const [start, frame, page = '$&'] of pages) {
    const [found] = start.exec(href) ?? []
    const embed = found === undefined ? null : embedAt(found.replace(start, frame))
    if (found !== undefined && embed !== null) return { ...embed, page: found.replace(start, page) }
  }
  return null
}
