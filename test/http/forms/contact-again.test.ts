import { expect, it } from 'vitest'
import { startSite } from '../../support/start-site.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'

it.each(['json', 'form'])('keeps a repeated message once (%s), and answers as before', async (type) => {
  await using site = await startSite()
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (changed = {}) => postTo(site.app, '/api/contact', { ...fields, ...changed }, type)
  const waiting = async () => (await site.outbox.state()).waiting
  const [first, second] = [await post(), await post()]
  expect([second.status, second.get('Location')]).toEqual([first.status, first.get('Location')])
  expect(await waiting()).toBe(1)
  // White space is trimmed first; the language is the page's, not the message's.
  await post({ name: ` ${message.name} `, lang: 'en' })
  expect(await waiting()).toBe(1)
  await post({ message: `${message.message}.` })
  expect(await waiting()).toBe(2)
})

it('treats the same words with another token as another message', async () => {
  let now = Date.now()
  await using site = await startSite({}, () => now)
  const post = async () => postTo(site.app, '/api/contact', { ...(await servedFields(site.app)), ...message })
  await post()
  now += 3_600_000
  await post()
  expect((await site.outbox.state()).waiting).toBe(2)
})

it('keeps a message once if its answer was lost and it comes again with another proof', async () => {
  const now = Date.now()
  await using site = await startSite({}, () => now)
  const sendAnew = async () =>
    (await postTo(site.app, '/api/contact', { ...message, ...(await verifiedFields(site.app)) })).status
  expect([await sendAnew(), await sendAnew()]).toEqual([202, 202])
  expect((await site.outbox.state()).waiting).toBe(1)
})
