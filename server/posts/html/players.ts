import type { PostLabels } from './labels.ts'
import type { Tree } from './tree.ts'

/** Parts of Ghost's players that wait for its own script; the browser's controls need none. */
const chrome = '.kg-audio-player, .kg-audio-thumbnail.placeholder, .kg-video-overlay, .kg-video-player-container'

/** Sounds and films get the browser's own controls, in the visitor's language, and a name. */
export function settlePlayers($: Tree, labels: PostLabels): void {
  $(chrome).remove()
  $('.kg-audio-thumbnail').attr('alt', '')
  $('audio').each((_, element) => {
    const title = $(element).closest('.kg-audio-card').find('.kg-audio-title')
    $(element)
      .attr('aria-label', title.text().trim() || labels.audio)
      .before(title)
  })
  $('video').each((_, element) => {
    const video = $(element)
    const card = video.closest('.kg-video-card')
    video.attr('aria-label', card.find('figcaption').text().trim() || labels.video)
    // Ghost shows the still as a background; its `poster` is an empty picture, and its `data-kg-thumbnail` keeps an old
    // address after a move of the site.
    const painted = /url\(\s*['"]?([^'")]+)/.exec(video.attr('style') ?? '')?.[1]
    const poster = painted ?? (card.attr('data-kg-custom-thumbnail') || card.attr('data-kg-thumbnail'))
    if (poster !== undefined) video.attr('poster', poster)
  })
}
