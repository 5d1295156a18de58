import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

/**
 * Vite plugin: has the server that is built make the posts of `content/`, in a process of its own. The browser's files are there by
 * then: they name the build too.
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
