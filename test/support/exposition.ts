const label = /[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"/
const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)$/
const sample = new RegExp(
  `^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{${label.source}(?:,${label.source})*\\})? ([-+0-9.eE]+|NaN|[+-]Inf)$`,
)

/**
 * Parses a scrape by the grammar of Prometheus' text format, and rejects invalid ones. Each metric has its HELP and its
 * TYPE once, before its samples, which are together and all different.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function readExposition(text: string): { types: Map<string, string>; samples: Map<string, number> } {
  const types = new Map<string, string>()
  const helps = new Set<string>()
  const samples = new Map<string, number>()
  let current = ''
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, kind, about = '', words = ''] = comment.exec(line) ?? []
    if (kind === 'HELP') {
      if (helps.has(about)) throw new Error(`${about}: a second HELP`)
      helps.add(about)
      current = about
      continue
    }
    if (kind === 'TYPE') {
      if (types.has(about) || about !== current) throw new Error(`${about}: a TYPE out of place`)
      if (!['counter', 'gauge', 'histogram', 'summary'].includes(words)) throw new Error(`${about}: type ${words}`)
      types.set(about, words)
      continue
    }
    const [, name = '', labels = '', value] = sample.exec(line) ?? []
    const type = types.get(current)
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => current + end) : [current]
    if (value === undefined || !names.includes(name)) throw new Error(`not a sample of ${current}: ${line}`)
    if (samples.has(name + labels)) throw new Error(`twice: ${name}${labels}`)
    samples.set(name + labels, Number(value.replace('Inf', 'Infinity')))
  }
  return { types, samples }
}
