/** A line of the doctor's report; a problem says what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; about: string; text: string }

export function ok(about: string, text: string): Finding {
  return { level: 'ok', about, text }
}

export function warning(about: string, text: string): Finding {
  return { level: 'warning', about, text }
}

export function problem(about: string, text: string): Finding {
  return { level: 'problem', about, text }
}

export function lineOf({ level, about, text }: Finding): string {
  return `${level.padEnd(8)} ${about}: ${text}`
}
