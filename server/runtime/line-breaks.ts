/** Breaks a text at ordinary spaces, never at no-break spaces. A word that is wider than the line is cut. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) {
      lines.splice(-1, 1, `${last} ${word}`)
      continue
    }
    let rest = word
    while (!fits(rest)) {
      let length = rest.length
      while (length > 1 && !fits(rest.slice(0, length))) length -= 1
      lines.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
    lines.push(rest)
  }
  return lines
}
