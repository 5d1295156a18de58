import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a Ghost in another process, with a number of posts in each language and a delay of each call. */
export async function startGhost(posts, delayMs) {
  const child = fork('bench/ghost-server.js', [String(posts), String(delayMs)])
  const [url] = await once(child, 'message')
  return {
    env: { GHOST_URL: url, GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' },
    /** The numbers of calls: for the first page of the French list, for any page of a list, and for single articles. */
    async calls() {
      child.send('calls')
      return (await once(child, 'message'))[0]
    },
    /** Publishes a post in French. */
    async publish(slug, html) {
      child.send({ slug, html })
      await once(child, 'message')
    },
    stop: () => child.kill(),
  }
}
