import { type Nodes, type Tree, unwrap } from './tree.ts'

/** Where the usual lazy loaders keep a picture's address until their script runs; the first that is there counts. */
const addresses = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-lazyload',
  'data-original-src',
  'data-actualsrc',
  'data-cfsrc',
  'data-ll-src',
  'nitro-lazy-src',
  'data-echo',
  'data-image',
  'data-img-src',
  'data-full-src',
  'data-url',
]
const candidates = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'nitro-lazy-srcset']

/**
 * Pictures as they are without a script: those that wait for one come at once, and what `noscript` holds applies. The same
 * picture in both comes once.
 *
 * @param shows whether the site shows what is at an address
 */
export function wakePictures($: Tree, shows: (address: string) => boolean): void {
  // Components that are drawn by a script, and the root of one that is drawn already.
  $('amp-img').each((_, element) => void $(element).replaceWith($('<img>').attr($(element).attr() ?? {})))
  $('template[shadowrootmode]').each((_, element) => unwrap($(element)))
  $('img, picture > source').each((_, element) => {
    const picture = $(element)
    const set = valueIn(picture, candidates, (value) => value !== '')
    if (set !== undefined) picture.attr('srcset', set).removeAttr('sizes')
    if (!picture.is('img')) return
    const isShown = shows(picture.attr('src') ?? '')
    const address = valueIn(picture, addresses, shows) ?? (isShown ? undefined : firstOf(picture.attr('srcset')))
    if (address !== undefined && shows(address)) picture.attr('src', address).removeAttr('style')
  })
  $('noscript').each((_, element) => {
    const instead = $(element)
    // What an author has instead of a script needs no link to that script.
    if (instead.find('img, a[href], iframe').length > 0) instead.prev('script').remove()
    instead.find('img').each((_, picture) => settleTwin($(picture), instead))
    unwrap(instead)
  })

  /** The picture beside has its place, its link and its caption already; it may have no address. */
  function settleTwin(picture: Nodes, instead: Nodes): void {
    const beside = [instead.prev(), instead.next()].flatMap((part) => part.find('img').addBack('img').get())
    const twin = beside
      .map((one) => $(one))
      .find((one) => !shows(srcOf(one)) || nameOf(srcOf(one)) === nameOf(srcOf(picture)))
    if (twin === undefined) return
    if (shows(srcOf(twin))) picture.remove()
    else twin.replaceWith(picture)
  }
}

function srcOf(picture: Nodes): string {
  return picture.attr('src') ?? ''
}

function valueIn(node: Nodes, names: readonly string[], fits: (value: string) => boolean): string | undefined {
  return names.map((name) => node.attr(name)?.trim()).find((value) => value !== undefined && fits(value))
}

function firstOf(srcset: string | undefined): string | undefined {
  return srcset?.trim().split(/[\s,]/, 1)[0]
}

/** What two addresses of one picture share: neither its host, nor the size that a CMS writes into it. */
function nameOf(address: string): string {
  const [, name = '', query = ''] = /([^/?#]*)(\?[^#]*)?(?:#.*)?$/.exec(address) ?? []
  const plain = name.replace(/-\d+x\d+(?=\.\w+$)/, '')
  return plain.includes('.') ? plain : plain + query
}
