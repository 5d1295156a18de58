import { type Nodes, replaceBy, type Tree, unwrap } from './tree.ts'

/**
 * Readings as browsers show them, with the parentheses that stand wherever ruby is not known (HTML, "The rp element"). The
 * containers of former drafts (`rb`, `rtc`) become what the standard has.
 */
export function settleReadings($: Tree): void {
  $('rtc').each((_, element) => {
    const readings = $(element)
    if (readings.find('rt').length === 0) readings.wrapInner($('<rt>'))
    unwrap(readings)
  })
  $('ruby').each((_, element) => pairBases($, $(element)))
  $('rb').each((_, element) => unwrap($(element)))
  $('rp').remove()
  $('rt').each((_, element) => {
    const reading = $(element)
    const isBracketed = /^\s*[([（［【]/.test(reading.text())
    if (reading.closest('ruby').length > 0) {
      if (!isBracketed) reading.before('<rp>(</rp>').after('<rp>)</rp>')
    } else replaceBy(reading, isBracketed ? reading.contents() : $('<span>').append('(', reading.contents(), ')'))
  })
}

/** All bases, then all readings, become each base with its own. */
function pairBases($: Tree, ruby: Nodes): void {
  const [bases, readings] = [ruby.children('rb'), ruby.children('rt')]
  if (bases.length < 2 || bases.length > readings.length) return
  bases.each((index, base) => void $(base).after(readings.eq(index)))
}
