import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import blog from '../../../locales/fr/blog.json'
import common from '../../../locales/fr/common.json'
import contact from '../../../locales/fr/contact.json'
import { visit } from '../../support/browser.ts'
import { fakePost, startFakeGhost } from '../../support/fake-ghost.ts'
import { listenForTest } from '../../support/listen-for-test.ts'
import { startSite } from '../../support/start-site.ts'
import { fillIn } from '../support/contact-fields.ts'

const credentials = 'user:s%C3%A9cret'
const authorization = `Basic ${Buffer.from('user:sécret').toString('base64')}`

test('a page opened with credentials in its URL lists, opens and finds articles, and sends both forms', async () => {
  await using ghost = await startFakeGhost([fakePost('phare', { title: 'Un phare' })])
  const proxy = createServer((req, res) => {
    if (req.headers.authorization === authorization) return site.app(req, res)
    res.writeHead(401, { 'WWW-Authenticate': 'Basic realm="preview", charset="UTF-8"' }).end()
  })
  await using listening = await listenForTest(proxy)
  await using site = await startSite({ ...ghost.env, SITE_URL: listening.url })
  const { visitor, page } = await visit(listening.url.replace('//', `//${credentials}@`))
  const article = page.locator('main').getByRole('link', { name: 'Un phare', exact: true })
  const follow = (name: string) => page.locator('footer').getByRole('link', { name, exact: true }).click()

  await visitor.open('/about')
  await visitor.mark()
  await follow(common.nav.blog)
  await article.first().click()
  await page.locator('main h1').getByText('Un phare').waitFor()
  await page.goBack()
  await page.getByRole('search').getByRole('searchbox').pressSequentially('phare')
  await page.waitForURL(/\?q=phare$/)
  await article.first().waitFor()

  await page.getByLabel(blog.newsletter.label).fill('camille@example.com')
  await page.getByRole('button', { name: blog.newsletter.button, exact: true }).click()
  await page.getByRole('status').getByText(blog.newsletter.success).waitFor()

  await follow(common.nav.contact)
  await fillIn(visitor)
  await page.getByRole('button', { name: contact.form.submit }).click()
  await page.getByRole('status').getByText(contact.form.success).waitFor()
  expect(await visitor.stayed()).toBe(true)
  expect((await site.outbox.state()).waiting + ghost.subscriptions.length).toBe(2)
})
