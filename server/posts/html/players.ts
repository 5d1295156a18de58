import type { PostLabels } from './labels.ts'
import { type PlainLink, replaceByBlock } from './placeholder.ts'
import { type Nodes, type Tree, unwrap } from './tree.ts'

/** Parts of Ghost's players that need its own script; the browser's controls need none. */
const chrome = '.kg-audio-player, .kg-audio-thumbnail.placeholder, .kg-video-overlay, .kg-video-player-container'

/**
 * Gives audio and video the browser's own controls, in the visitor's language, and a name if they have none. Media of other hosts,
 * which the site's policy blocks, become a plain link.
 *
 * @param isPlayable whether the site has the file of an address
 */
export function normalisePlayers(
  $: Tree,
  labels: PostLabels,
  plainLink: PlainLink,
  isPlayable: (address: string) => boolean,
): void {
  $(chrome).remove()
  $('audio').each((_, element) => {
    const title = $(element).closest('.kg-audio-card').find('.kg-audio-title')
    namePlayer($(element), title.text(), labels.audio).before(title)
  })
  $('video').each((_, element) => {
    const video = $(element)
    const card = video.closest('.kg-video-card')
    namePlayer(video, card.find('figcaption').text(), labels.video)
    // Ghost shows the still as a background. Its `poster` is an empty picture, and its `data-kg-thumbnail` keeps an old
    // address after the site has moved.
    const painted = /url\(\s*['"]?([^'")]+)/.exec(video.attr('style') ?? '')?.[1]
    const poster = painted ?? (card.attr('data-kg-custom-thumbnail') || card.attr('data-kg-thumbnail'))
    if (poster !== undefined) video.attr('poster', poster)
  })
  $('audio, video').each((_, element) => {
    const player = $(element)
    const sources = player
      .find('source')
      .addBack()
      .map((_, source) => $(source).attr('src'))
      .get()
    if (sources.some(isPlayable)) return
    const link = plainLink(sources[0] ?? '')
    if (link !== '') return replaceByBlock(player, link)
    player.children('source, track').remove()
    unwrap(player)
  })
}

/** Names a player by its author's label, otherwise by its card, otherwise by its kind. */
function namePlayer(player: Nodes, card: string, kind: string): Nodes {
  return player.attr(
    'aria-label',
    [player.attr('aria-label') ?? '', card, kind].map((name) => name.trim()).find(Boolean),
  )
}
