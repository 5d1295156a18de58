import { type Nodes, phrasingOnly, replaceBy, type Tree, unwrap } from './tree.ts'

/** Replaces formulas, drawings and fields by their text: the allow-list has neither MathML nor SVG, and fields cannot be used. */
export function replaceByText($: Tree): void {
  replaceFormulas($)
  replaceDrawings($)
  replaceFields($)
}

/** The parts of a formula that become superscripts and subscripts (MathML Core). */
const raised = 'msup > :last-child, msubsup > :last-child, mover > :last-child, munderover > :last-child'
const lowered = 'msub > :last-child, msubsup > :nth-child(2), munder > :last-child, munderover > :nth-child(2)'

/** Replaces a formula by its source, or else by its characters. */
function replaceFormulas($: Tree): void {
  // KaTeX and MathJax render each formula a second time, beside its MathML or its source.
  $('.katex:has(math) .katex-html, .MathJax:has(math) > [aria-hidden="true"]').remove()
  $('script[type^="math/"]').each((_, element) => {
    const source = $(element)
    source.prevUntil(':not(.MathJax, .MathJax_Display, .MathJax_Preview)').remove()
    source.replaceWith($('<span>').text(source.text()))
  })
  $('math').each((_, element) => {
    const formula = $(element)
    // Without a row, each search below would compare all children of the formula with each other.
    formula.wrapInner($('<mrow>'))
    const source = formula.find('annotation[encoding*="tex" i]').first().text()
    const names = [source, formula.attr('alttext') ?? '', formula.attr('aria-label') ?? '']
    const name = names.find((text) => text.trim() !== '')
    formula.find('annotation, annotation-xml, mphantom').remove()
    // Infix operators need spaces in a line of text.
    formula.find('mo').text((_, sign) => sign.replace(/^\s*([\p{Sm}-]|[\u2061-\u2064])\s*$/u, ' $1 '))
    // The content of a root is a row, even without `mrow`.
    formula.find('msqrt:has(> :nth-child(2))').wrapInner('<mrow>')
    formula.find('mfrac > mrow, msqrt > mrow, mroot > mrow:first-child').prepend('(').append(')')
    formula.find('mfrac > :first-child').after('/')
    formula.find('msqrt, mroot').prepend('√')
    formula.find('mroot').each((_, root) => void $(root).prepend($('<sup>').append($(root).children().eq(1))))
    formula.find('mtd + mtd').prepend(', ')
    formula.find('mtr + mtr').prepend('; ')
    // One by one, since `wrap` compares the parents of all its elements with each other.
    formula.find(raised).each((_, place) => void $(place).wrap('<sup>'))
    formula.find(lowered).each((_, place) => void $(place).wrap('<sub>'))
    const isBlock = formula.attr('display') === 'block' && formula.parents(phrasingOnly).length === 0
    const box = $(isBlock ? '<div>' : '<span>')
    formula.replaceWith(name === undefined ? box.append(formula.contents()) : box.text(name.trim()))
  })
}

/** Decorative drawings, and those in Ghost's cards and buttons. */
const decoration = '[aria-hidden="true"], [role="presentation"], [role="none"], .kg-file-card-icon *, button *'

/** Replaces a drawing by its name and the text in it. Removes decoration. */
function replaceDrawings($: Tree): void {
  $('svg').each((_, element) => {
    const drawing = $(element)
    if (drawing.parents('svg').length > 0) return
    if (drawing.is(decoration)) return void drawing.remove()
    drawing.find('defs, symbol, style, script, metadata').remove()
    // The texts of lines and boxes must not join.
    drawing.find('*').not('a, b, i, em, strong, span, tspan:not([x], [y])').append(' ')
    const words = [drawing.attr('aria-label') ?? '', drawing.text()].map((text) => text.replace(/\s+/g, ' ').trim())
    const text = $('<p>').text([...new Set(words)].filter(Boolean).join(', '))
    replaceBy(drawing, text.text() !== '' && drawing.parent().is('body') ? text : text.contents())
  })
}

/** Types of `<input>` that do not show their value as text. An unknown type is `text` (HTML, §4.10.5). */
const notTextual = /^(?:hidden|password|checkbox|radio|file|submit|image|reset|button|range|color)$/i

/** Replaces fields by their text, which is there to be read or copied. */
function replaceFields($: Tree): void {
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
  // The labels of fields without text are removed with their fields.
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
