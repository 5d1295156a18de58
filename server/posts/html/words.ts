import { type Nodes, phrasingOnly, replaceBy, type Tree, unwrap } from './tree.ts'

/** Leaves the words of formulas and drawings, since neither MathML nor SVG passes the allow-list, and of fields, which cannot be used here. */
export function expandAbbreviations($: Tree): void {
  spellFormulas($)
  nameDrawings($)
  keepFieldTexts($)
}

/** Places of a formula and what stands there in a line of text (MathML Core). */
const raised = 'msup > :last-child, msubsup > :last-child, mover > :last-child, munderover > :last-child'
const lowered = 'msub > :last-child, msubsup > :nth-child(2), munder > :last-child, munderover > :nth-child(2)'

/** A formula's source, or else its signs. */
function spellFormulas($: Tree): void {
  // KaTeX and MathJax draw each formula a second time beside its MathML or its source.
  $('.katex:has(math) .katex-html, .MathJax:has(math) > [aria-hidden="true"]').remove()
  $('script[type^="math/"]').each((_, element) => {
    const source = $(element)
    source.prevUntil(':not(.MathJax, .MathJax_Display, .MathJax_Preview)').remove()
    source.replaceWith($('<span>').text(source.text()))
  })
  $('math').each((_, element) => {
    const formula = $(element)
    // Each search below would compare all children of the formula with each other.
    formula.wrapInner($('<mrow>'))
    const source = formula.find('annotation[encoding*="tex" i]').first().text()
    const names = [source, formula.attr('alttext') ?? '', formula.attr('aria-label') ?? '']
    const name = names.find((text) => text.trim() !== '')
    formula.find('annotation, annotation-xml, mphantom').remove()
    // Infix signs stand free in a line of words.
    formula.find('mo').text((_, sign) => sign.replace(/^\s*([\p{Sm}-]|[\u2061-\u2064])\s*$/u, ' $1 '))
    // What stands under a root is a row without saying so.
    formula.find('msqrt:has(> :nth-child(2))').wrapInner('<mrow>')
    formula.find('mfrac > mrow, msqrt > mrow, mroot > mrow:first-child').prepend('(').append(')')
    formula.find('mfrac > :first-child').after('/')
    formula.find('msqrt, mroot').prepend('√')
    formula.find('mroot').each((_, root) => void $(root).prepend($('<sup>').append($(root).children().eq(1))))
    formula.find('mtd + mtd').prepend(', ')
    formula.find('mtr + mtr').prepend('; ')
    // One at a time: `wrap` compares the parents of all that it is given with each other.
    formula.find(raised).each((_, place) => void $(place).wrap('<sup>'))
    formula.find(lowered).each((_, place) => void $(place).wrap('<sub>'))
    const isBlock = formula.attr('display') === 'block' && formula.parents(phrasingOnly).length === 0
    const box = $(isBlock ? '<div>' : '<span>')
    formula.replaceWith(name === undefined ? box.append(formula.contents()) : box.text(name.trim()))
  })
}

/** Decoration of Ghost's own cards and their controls. */
const decoration = '[aria-hidden="true"], [role="presentation"], [role="none"], .kg-file-card-icon *, button *'

/** The name of a drawing and the words in it; decoration leaves nothing. */
function nameDrawings($: Tree): void {
  $('svg').each((_, element) => {
    const drawing = $(element)
    if (drawing.parents('svg').length > 0) return
    if (drawing.is(decoration)) return void drawing.remove()
    drawing.find('defs, symbol, style, script, metadata').remove()
    // Lines and boxes stand apart.
    drawing.find('*').not('a, b, i, em, strong, span, tspan:not([x], [y])').append(' ')
    const words = [drawing.attr('aria-label') ?? '', drawing.text()].map((text) => text.replace(/\s+/g, ' ').trim())
    const text = $('<p>').text([...new Set(words)].filter(Boolean).join(', '))
    replaceBy(drawing, text.text() !== '' && drawing.parent().is('body') ? text : text.contents())
  })
}

/** Types of `<input>` that do not show their value as a text; an unknown one is a text (HTML, §4.10.5). */
const notTextual = /^(?:hidden|password|checkbox|radio|file|submit|image|reset|button|range|color)$/i

/** An author's text in a field is there to be read or copied. */
function keepFieldTexts($: Tree): void {
  const ids = new Set<string>()
  $('input[readonly], input[disabled], textarea, select').each((_, element) => {
    const field = $(element)
    const text = textIn(field)
    if (text.trim() === '') return
    ids.add(field.attr('id') ?? '')
    const around = field.closest('label')
    const isBlock = text.includes('\n') && field.parents(phrasingOnly).length === 0
    field.replaceWith($(isBlock ? '<pre>' : '<span>').text(text))
    around.each((_, label) => unwrap($(label).append(' ')))
  })
  // The label of a field that is to be filled goes with it.
  $('label[for]').each((_, label) => {
    if (ids.has(label.attribs.for ?? '')) unwrap($(label).append(' '))
  })
}

function textIn(field: Nodes): string {
  if (field.is('textarea')) return field.text()
  if (field.is('input')) return notTextual.test(field.attr('type') ?? '') ? '' : (field.attr('value') ?? '')
  if (field.find('[selected]').length === 0 && !field.is('[multiple], form select'))
    return field.find('option:not([disabled])').first().text().trim()
  const chosen = field.find('option[selected]:not([disabled])')
  return [...chosen.get().keys()].map((index) => chosen.eq(index).text().trim()).join(', ')
}
