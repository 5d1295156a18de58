/** Addresses of players that are gone, with the address that shows the same now. */
const successors: readonly (readonly [former: RegExp, current: (match: RegExpExecArray, address: URL) => string])[] = [
  [
    /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/v\/([\w-]+)/,
    ([, film], { searchParams }) => {
      const start = searchParams.get('start')
      return `https://www.youtube.com/embed/${film}${start === null ? '' : `?start=${start}`}`
    },
  ],
  [
    /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/p\/([\w-]+)/,
    ([, list]) => `https://www.youtube.com/embed/videoseries?list=PL${list}`,
  ],
  [
    /^https:\/\/(?:www\.)?vimeo\.com\/moogaloop\.swf\?(?:.*&)?clip_id=(\d+)/,
    ([, film]) => `https://player.vimeo.com/video/${film}`,
  ],
  [/^https:\/\/player\.soundcloud\.com\/player\.swf\?/, (_, { search }) => `https://w.soundcloud.com/player/${search}`],
  [
    /^https:\/\/embed\.spotify\.com\/\?uri=spotify(?::|%3A)(\w+)(?::|%3A)(\w+)/i,
    ([, kind, id]) => `https://open.spotify.com/embed/${kind}/${id}`,
  ],
]

/** @param href absolute, over https; unchanged where it is no address of a former player */
export function currentAddress(href: string): string {
  for (const [former, current] of successors) {
    const match = former.exec(href)
    if (match !== null) return current(match, new URL(href))
  }
  return href
}
