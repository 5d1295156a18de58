import { test } from 'vitest'
import { startSite } from '../support/start-site.ts'
test('x', async () => {
  await using site = await startSite()
  const html = await (await fetch(site.url)).text()
  process.stdout.write(html.slice(0, 3000))
  const css = /href="(\/assets\/[^"]*css)"/.exec(html)?.[1]
  process.stdout.write('\n' + (await (await fetch(site.url + css)).text()).match(/\._header_\w+|\.header[\w-]*/g)?.slice(0,5))
})
