import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's one Chromium, in which each test opens a context of its own. */
    chromium: string
  }
}

/** Debian's packages put it there; `npm test` looks further. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

/** Starts Chromium once for the whole run; resolves to what ends it. */
export default async function startChromium({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH || installed,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Letters as wide as in the whole browser: the headless shell rounds them to pixels.
      '--font-render-hinting=none',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  provide('chromium', server.wsEndpoint())
  return () => server.close()
}
