import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { photograph } from '../support/picture-host.ts'
import { processFamily } from '../support/process-family.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const posts = [1, 2].map((index) => fakePost(`article-${index}`, { tags: [tags.fr] }))

/** The scripts that a site runs in processes of their own now, by the ids of the processes. */
async function readScripts(pid: number): Promise<Map<number, string>> {
  const [, ...children] = await processFamily(pid)
  const scripts = new Map<number, string>()
  for (const child of children) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    const [, script] = /(\w+)-process\.js/.exec(command) ?? []
    if (script !== undefined) scripts.set(child, script)
  }
  return scripts
}

it('makes pictures and share images one after the other, so that their memory does not add up', async () => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.pictures['/content/images/a.png'] = await photograph(1600, 1200).png().toBuffer()
  await using folder = await temporaryFolder()
  const env = { MEDIA_DIR: folder.path, GHOST_TIMEOUT_MS: '60000' }
  await using site = await startBuiltSite({ ...ghost.env, ...env, POSTS_WAIT_MS: '20000' })
  const seen = new Set<string>()
  let most = 0
  let isDone = false
  const watched = (async () => {
    let before = new Map<number, string>()
    while (!isDone) {
      const now = await readScripts(site.pid)
      for (const script of now.values()) seen.add(script)
      // Processes in two successive readings ran all the time between them.
      most = Math.max(most, [...now.keys()].filter((id) => before.has(id)).length)
      before = now
      await sleep(10)
    }
  })()
  const pictures = ['w320', 'w1280'].map((variant) => `/media/${variant}/content/images/a.png`)
  const images = posts.map(({ slug }) => `/share/fr/${slug}.png`)
  const answers = await Promise.all(
    [...pictures, ...images].map(async (path) => {
      const answer = await fetch(site.url + path)
      await answer.arrayBuffer()
      return [path, answer.status]
    }),
  ).finally(() => (isDone = true))
  await watched
  expect(answers).toEqual([...pictures, ...images].map((path) => [path, 200]))
  expect([...seen].sort()).toEqual(['drawing', 'render'])
  expect(most).toBe(1)
}, 60_000)
