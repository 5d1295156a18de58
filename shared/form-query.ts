/** How a form sent without JavaScript ended, as its redirect's query tells. */
export const formOutcomes = ['success', 'invalid', 'error'] as const

export type FormOutcome = (typeof formOutcomes)[number]

export function parseFormOutcome(value: string | null): FormOutcome | null {
  return formOutcomes.find((outcome) => outcome === value) ?? null
}
