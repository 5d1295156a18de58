import { afterAll } from 'vitest'
import { type FakePost, startFakeGhost } from './fake-ghost.ts'
import { startSite } from './start-site.ts'

/** A site for all tests of a file, with posts from Markdown. */
export async function shareSite(...args: Parameters<typeof startSite>) {
  const site = await startSite(...args)
  afterAll(() => site[Symbol.asyncDispose]())
  return site
}

/** The same, with a Ghost that has these posts. */
export async function shareSiteWithGhost(posts?: FakePost[], env: Record<string, string> = {}) {
  const ghost = await startFakeGhost(posts)
  afterAll(() => ghost[Symbol.asyncDispose]())
  return { ghost, site: await shareSite({ ...ghost.env, ...env }) }
}
