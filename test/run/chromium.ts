import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's only Chromium. Each test opens a context of its own in it. */
    chromium: string
  }
}

/** The paths of Debian's packages. `npm test` looks elsewhere too. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

/** Starts Chromium once for the whole run. Resolves to a function that closes it. */
export default async function startChromium({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH || installed,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Otherwise the headless shell rounds the widths of letters to pixels, unlike the full browser.
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
