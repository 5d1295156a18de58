/** The outlines of a face: of each character its width and its path, in units of which an em has `unitsPerEm`, from the baseline up. */
export type Letters = { unitsPerEm: number; letters: Record<string, readonly [advance: number, path: string]> }
