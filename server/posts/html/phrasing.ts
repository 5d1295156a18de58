/** Selects elements that hold words and what stands among them, never a block (HTML, "phrasing content"). */
export const wordsOnly =
  'p, h1, h2, h3, h4, h5, h6, pre, summary, ' +
  'abbr, b, cite, code, dfn, em, i, kbd, mark, q, s, samp, small, span, strong, sub, sup, time, u, var'
