import { type Nodes, phrasingOnly, type Tree } from './tree.ts'

/**
 * Formulas in a line of signs, `E = mc^2`: no MathML passes the allow-list. Where one has no signs, its source stands for it.
 *
 * @see https://www.w3.org/TR/mathml-core/
 */
export function spellFormulas($: Tree): void {
  // KaTeX and MathJax draw each formula a second time beside its MathML or its source.
  $('.katex:has(math) .katex-html, .MathJax:has(math) > [aria-hidden="true"]').remove()
  $('script[type^="math/"]').each((_, element) => {
    const source = $(element)
    source.prevAll('.MathJax, .MathJax_Display, .MathJax_Preview').remove()
    source.replaceWith($('<span>').text(source.text()))
  })
  $('math').each((_, element) => {
    const formula = $(element)
    if (formula.closest('body').length === 0) return
    const isBlock = formula.attr('display') === 'block' && formula.parents(phrasingOnly).length === 0
    formula.replaceWith($(isBlock ? '<div>' : '<span>').text(wordsOf($, formula)))
  })
}

function wordsOf($: Tree, formula: Nodes): string {
  const source = formula.find('annotation').filter((_, note) => /tex/i.test($(note).attr('encoding') ?? ''))
  const names = [source.first().text(), formula.attr('alttext') ?? '', formula.attr('aria-label') ?? '']
  const signs = signsOf($, formula).replace(/ +/g, ' ').trim()
  return [signs, ...names].find((text) => text.trim() !== '') ?? ''
}

/** Infix signs, which stand free in a line of words. */
const free = /^[=<>≤≥≠≈≡∼+−±×÷→⇒⇔∈∉⊂∪∩∧∨-]$/

/** Signs that only say that something is applied, or multiplied. */
const invisible = /[\u2061-\u2064]/g

function signsOf($: Tree, node: Nodes): string {
  const [element] = node
  if (element === undefined || !('tagName' in element)) return ''
  const parts = node
    .children()
    .map((_, child) => signsOf($, $(child)))
    .get()
  const [base = '', first = '', second = ''] = parts
  switch (element.tagName) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
    case 'mprescripts':
      return ''
    case 'mo': {
      const sign = node.text().trim()
      return free.test(sign) ? ` ${sign} ` : sign.replace(invisible, ' ')
    }
    case 'mspace':
      return ' '
    case 'mfrac':
      return `${grouped(base)}/${grouped(first)}`
    case 'msqrt':
      return `√${grouped(concatenated(parts))}`
    case 'mroot':
      return `${grouped(base)}^${grouped(`1/${grouped(first)}`)}`
    case 'msup':
    case 'mover':
      return `${grouped(base)}^${grouped(first)}`
    case 'msub':
    case 'munder':
      return `${grouped(base)}_${grouped(first)}`
    case 'msubsup':
    case 'munderover':
      return `${grouped(base)}_${grouped(first)}^${grouped(second)}`
    case 'mfenced':
      return `${node.attr('open') ?? '('}${parts.join(', ')}${node.attr('close') ?? ')'}`
    case 'mtable':
      return `[${parts.join('; ')}]`
    case 'mtr':
      return parts.join(', ')
    default:
      return parts.length === 0 ? node.text().trim() : concatenated(parts)
  }
}

/** Two names in a row stay two: `sin x`, but `mc`. */
function concatenated(parts: readonly string[]): string {
  return parts.reduce((before, part) => {
    const [end] = /[\p{L}\p{N}]+$/u.exec(before) ?? ['']
    const [start] = /^[\p{L}\p{N}]+/u.exec(part) ?? ['']
    const apart = end !== '' && start !== '' && (/\p{L}{2}$/u.test(end) || /^\p{L}{2}/u.test(start))
    return before + (apart ? ' ' : '') + part
  }, '')
}

function grouped(signs: string): string {
  const text = signs.trim()
  return /^[\p{L}\p{N}]*$|^.$|^\([^()]*\)$/u.test(text) ? text : `(${text})`
}
