import { addressesOf, namesContent } from './embed-addresses.ts'
import { embedAt, embedOfPage } from './embed-providers.ts'
import type { PostLabels } from './labels.ts'
import type { IsAllowedMedia } from './pictures.ts'
import { buildFacade, type PlainLink, replaceByBlock, sidesOf } from './placeholder.ts'
import { visible } from './readable-text.ts'
import { bodyOf, type Nodes, parseTree, phrasingOnly, type Tree, unwrap } from './tree.ts'

/** Elements that show or lead to something. */
const contents = 'a[href], img, audio, video, iframe'

/** Posts of social networks, quoted with their text. */
const quotations = 'blockquote:is([class*=twitter-tweet], [class*=instagram-media], [class*=tiktok-embed])'

const blocks = 'p, div, ul, ol, dl, table, blockquote, pre, figure, h1, h2, h3, h4, h5, h6, hr, details'

/** Useless, since forms are removed. */
const controls = 'input, button, select, textarea, label, datalist, output'

/** Elements that may be empty until a script fills them. */
const boxes = /^(?:div|span|p|figure|blockquote|button|ins|td|li|oembed|[a-z]+-[\w-]+)$/

/** Which element shows a file, by its extension. */
const extensions: readonly (readonly [extension: RegExp, element: Medium])[] = [
  [/\.(?:mp4|m4v|webm|ogv|mov)$/i, 'video'],
  [/\.(?:mp3|m4a|ogg|oga|opus|wav|flac|aac)$/i, 'audio'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg)$/i, 'img'],
]

type Medium = 'img' | 'audio' | 'video'

/** An element that shows content of another site, or would if scripts ran. */
type Embedding = {
  /** Addresses that it names, the best first. */
  addresses: readonly string[]
  /** The author's own replacement for it; null for none. */
  fallback: Nodes | null
}

/**
 * Replaces embeds, so that nothing runs and nothing of a third party loads by itself. If its host is on the list, an embed becomes a
 * static façade; otherwise a picture or a player, or the author's fallback with a link, or a plain link.
 */
export function replaceEmbeds($: Tree, labels: PostLabels, plainLink: PlainLink, isAllowedMedia: IsAllowedMedia): void {
  $(quotations).each((_, element) => {
    const quote = $(element)
    const addresses = [quote.attr('cite') ?? '', quote.attr('data-instgrm-permalink') ?? '']
    const links = quote.find('a[href]').get()
    const linked = links.map(({ attribs }) => attribs.href ?? '').reverse()
    const [embed] = [...addresses, ...linked].flatMap((address) => embedOfPage(address) ?? [])
    if (embed === undefined) return
    const facade = buildFacade($, labels, embed, '', { width: null, height: 600 })
    replaceByBlock(quote, facade)
    facade.prepend(quote)
  })

  $('body *').each((_, element) => {
    const node = $(element)
    const embedding = embeddingOf($, node, element.tagName)
    // An element within another embed was removed with it.
    if (embedding !== null && node.closest('body').length > 0) replaceEmbed(node, embedding)
  })

  function replaceEmbed(node: Nodes, { addresses, fallback }: Embedding): void {
    const name = (node.attr('title') ?? node.attr('aria-label') ?? '').replace(/\s+/g, ' ').trim()
    const [embed] = addresses.flatMap((address) => embedOfPage(address) ?? embedAt(address) ?? [])
    if (embed !== undefined) return place(node, buildFacade($, labels, embed, name, sidesOf(node)))
    const medium = mediumFor(node, addresses, name || (fallback?.text() ?? ''))
    if (medium !== null) return void node.replaceWith(medium)
    const link = addresses.map((address) => plainLink(address, name)).find((found) => found !== '') ?? ''
    if (fallback === null) return place(node, link)
    const leads = fallback.find(contents).addBack(contents).length > 0
    if (!leads && !visible.test(fallback.text())) return place(node, link)
    keep(node, fallback, leads && !node.is('form') ? '' : link)
  }

  /** A player for the first video or audio that a node names, or the picture at its best address. */
  function mediumFor(node: Nodes, addresses: readonly string[], words: string): Nodes | null {
    const [type] = /^(?:image|audio|video)(?=\/)/.exec(node.attr('type') ?? '') ?? []
    const media = addresses.map(
      (address, index) => [address, mediumAt(address, index === 0 ? type : undefined)] as const,
    )
    const played = media.find(([, medium]) => medium === 'audio' || medium === 'video')
    if (played !== undefined)
      return $(`<${played[1]}>`).attr({ src: played[0], ...(words.trim() && { 'aria-label': words.trim() }) })
    const [picture] = media
    if (picture?.[1] !== 'img' || !isAllowedMedia(picture[0])) return null
    const { width, height } = sidesOf(node)
    const sides = { ...(width && { width: String(width) }), ...(height && { height: String(height) }) }
    return $('<img>').attr({ src: picture[0], alt: words.trim(), ...sides })
  }

  function place(node: Nodes, placeholder: Nodes | ''): void {
    // A cell or an item stays: otherwise its neighbours would move.
    if (node.is('div, figure, td, li')) node.empty().append(placeholder)
    else replaceByBlock(node, placeholder)
  }

  function keep(node: Nodes, fallback: Nodes, link: Nodes | ''): void {
    const isBlock = node.is('form, iframe') || fallback.find(blocks).addBack(blocks).length > 0
    if (isBlock && node.parents(phrasingOnly).length > 0) return replaceByBlock(node, $('<div>').append(fallback, link))
    node.before(isBlock ? $('<div>').append(fallback) : fallback)
    replaceByBlock(node, link)
  }
}

function embeddingOf($: Tree, node: Nodes, tag: string): Embedding | null {
  switch (tag) {
    case 'iframe': {
      const addresses = addressesOf(node)
      const srcdoc = addresses.length === 0 ? node.attr('srcdoc') : undefined
      return { addresses, fallback: srcdoc === undefined ? null : $(bodyOf(parseTree(srcdoc, $)).contents().get()) }
    }
    case 'object':
    case 'applet':
    case 'embed': {
      const parts = node.find('object, embed, iframe').addBack()
      const addresses = parts.get().flatMap((part) => addressesOf($(part)))
      node.find('param, embed, script, style').remove()
      node.find('object').each((_, inner) => unwrap($(inner)))
      return { addresses, fallback: tag === 'embed' ? null : node.contents() }
    }
    case 'script': {
      // The loader of a quotation, whose text is already there.
      if (node.prev().add(node.next()).is('blockquote[class]:not([class*="kg-"])')) return null
      const isEmbed = namesContent(node.attr('src') ?? '') || node.is('[data-id], [data-url], [data-href], [data-src]')
      return isEmbed ? { addresses: addressesOf(node), fallback: null } : null
    }
    case 'form': {
      const words = node.find('label, button').text() + fieldWords(node)
      node.find(controls).remove()
      // A form without text does not tell where it leads.
      return { addresses: visible.test(node.text() + words) ? addressesOf(node) : [], fallback: node.contents() }
    }
    default: {
      const isEmpty = tag === 'button' || !visible.test(node.text())
      const showing =
        '[data-frame], [class*="kg-"], :has(img, audio, video, iframe, object, embed, form, hr, [data-frame], a[href])'
      if (!boxes.test(tag) || !isEmpty || node.is(showing)) return null
      const addresses = addressesOf(node)
      return addresses.length === 0 ? null : { addresses, fallback: null }
    }
  }
}

/** What a form's fields show beside their labels. */
function fieldWords(form: Nodes): string {
  const words = form.find('input').map((_, { attribs: { type = '', placeholder = '', alt = '', value = '' } }) => {
    return placeholder + alt + (/^(?:submit|button)$/i.test(type) ? value : '')
  })
  return words.get().join('')
}

function mediumAt(address: string, type: string | undefined): Medium | undefined {
  if (type !== undefined) return type === 'image' ? 'img' : (type as Medium)
  const path = address.replace(/[?#].*$/, '')
  return extensions.find(([extension]) => extension.test(path))?.[1]
}
