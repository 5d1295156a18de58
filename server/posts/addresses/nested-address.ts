/** An address within another: to the end of the parameter that holds it. */
const plain = /(?<=.)https?:\/\/[^\s&#]+/gis

/** The same, encoded once, or once more for each `25` after the sign: `https%3A%2F%2F…`, `https%253A%252F%252F…`. */
const encoded = /https?(?<sign>%(?:25){0,4})3A\k<sign>2F\k<sign>2F(?:[\w.~!*'()-]|\k<sign>(?!20|0[AD])[0-9A-F]{2})+/gi

/**
 * Replaces the addresses within an address, as those for sharing and for archives have them: plain or encoded, each as
 * it was. All the rest stays to the letter.
 */
export function replaceNested(address: string, replace: (nested: string) => string): string {
  return address
    .replace(encoded, (match, sign: string) => {
      const times = (sign.length + 1) / 2
      const nested = repeat(decoded, times, match)
      const other = replace(nested)
      return other === nested ? match : repeat(encodeURIComponent, times, other)
    })
    .replace(plain, replace)
}

/** An address as it reads where nothing in it is encoded any more, as often as anybody encodes. */
export function spelledOut(address: string): string {
  const once = (text: string) =>
    text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return repeat(once, 5, address)
}

function repeat(change: (text: string) => string, times: number, text: string): string {
  return times === 0 ? text : repeat(change, times - 1, change(text))
}

/** As it stands where it is no UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
