import type { Plugin } from 'vite'

/**
 * Vite plugin: has the browser compile what hydrates whole, beside the page while it arrives, instead of each function at its first
 * call, which is when a visitor has clicked. Chromium 136 and newer; to others it is a comment.
 *
 * @param entry the input whose chunk it is
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function compiledEarly(entry: string): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // It counts at the top of a file only, where Vite puts its own words.
      order: 'post',
      handler(_options, bundle) {
        const core = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(entry))
        if (core?.type !== 'chunk') throw new Error(`${entry}: not in the bundle; expected a chunk of it`)
        core.code = `//# allFunctionsCalledOnLoad\n${core.code}`
      },
    },
  }
}
