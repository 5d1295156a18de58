import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

/**
 * Vite plugin: converts the posts of `content/` with the built server, in its own process. The browser's files are built before, since
 * they are part of the build's name.
 *
 * @see docs/decisions/048-markdown-made-at-the-build.md
 */
export function builtPosts(): Plugin {
  return {
    name: 'built-posts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async writeBundle({ dir = '' }) {
      await promisify(execFile)(process.execPath, [join(dir, 'make-posts.js')])
    },
  }
}
