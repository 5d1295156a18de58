import { test } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { openBrowser } from '../support/browser.ts'
test.each([1,2,3])('x %s', async () => {
  const t: [string, number][] = [['start', performance.now()]]
  const m = (n: string) => t.push([n, performance.now()])
  const site = await startSite(); m('site')
  await (await fetch(site.url + '/archiving')).text(); m('fetch')
  const v = await openBrowser(site.url); m('ctx')
  await v.page.goto('/archiving'); m('goto')
  await v.page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' }); m('hydrated')
  await v.page.goto('/archiving'); m('goto2')
  await v[Symbol.asyncDispose](); m('close')
  await site[Symbol.asyncDispose](); m('closesite')
  process.stdout.write(t.slice(1).map(([n, x], i) => `${n} ${Math.round(x - (t[i]?.[1] ?? 0))}`).join(', ') + '\n')
})
