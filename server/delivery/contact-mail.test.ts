import { expect, it } from 'vitest'
import { company } from '../../shared/company.ts'
import { botChecks } from '../outbox/message.ts'
import { contactSubjects } from '../../shared/form-query.ts'
import { languages } from '../../shared/language.ts'
import enContact from '../../locales/en/contact.json'
import frContact from '../../locales/fr/contact.json'
import enMail from '../../locales/en/mail.json'
import frMail from '../../locales/fr/mail.json'
import { sendBy } from '../../test/support/contact-mail.ts'
import { startMailServer } from '../../test/support/mail-server.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

// The tests run at the same time, each with its own server, which delays every client by 0.1 s.

const env = { CONTACT_FROM: 'site@site.example' }
const contactTexts = { fr: frContact, en: enContact }
const mailTexts = { fr: frMail, en: enMail }

/** The mail of a message, as it arrives. */
async function mailOf(
  submission: ReturnType<typeof contactOf>,
  step: 'contact' | 'acknowledgement' = 'contact',
  further: Record<string, string> = {},
) {
  await using server = await startMailServer()
  expect(await sendBy(server.url, { ...env, ...further })(step, submission)).toEqual({ kind: 'delivered' })
  const [mail] = server.mails
  if (!mail) throw new Error('no mail has arrived')
  return mail
}

it.concurrent('is sent to the company, with a reply address and the fields of the visitor', async () => {
  const { headers, envelope, text } = await mailOf(contactOf())
  expect(envelope).toEqual({ from: 'site@site.example', to: ['info@site.example'] })
  expect(headers).toMatchObject({
    from: `${company.name} <site@site.example>`,
    to: 'info@site.example',
    'reply-to': 'Zoé Bélanger-Côté <zoe@example.com>',
    subject: `[${company.name}] Archivage et numérisation – Zoé Bélanger-Côté`,
    date: 'Fri, 20 Nov 2026 16:10:12 +0000',
    'message-id': '<3f9a2c1b7d10@site.example>',
  })
  expect(text.replace(/\u00a0/g, ' ').split('\n')).toEqual([
    'Nom : Zoé Bélanger-Côté',
    'Entreprise ou organisme : Coopérative de l’Île',
    'Courriel : zoe@example.com',
    'Objet : Archivage et numérisation',
    '',
    'Bonjour,',
    '',
    'Nous avons 40 boîtes à numériser.',
    'Merci!',
    '',
    '-- ',
    `Ce message vient du formulaire de contact du site de ${company.name}. Votre réponse ira directement à la personne qui l’a écrit.`,
    'Vérification antirobot : réussie.',
  ])
})

it.concurrent('has the same content in HTML, and no organization line if none is given', async () => {
  const { html } = await mailOf(contactOf({}, 'en'))
  expect(html).toContain('<html lang="en">')
  expect(html).toMatch(/<tr><th [^>]*>Company or organization:<\/th><td>Coopérative de l’Île<\/td><\/tr>/)
  expect(html).toContain('<p>Bonjour,</p>\n<p>Nous avons 40 boîtes à numériser.<br>\nMerci!</p>')
  const without = await mailOf(contactOf({ company: '' }, 'en'))
  expect(without.text + without.html).not.toContain('Company or organization')
})

const named = contactSubjects.map((subject, index) => ({ subject, botCheck: botChecks[index % botChecks.length] }))

it.concurrent.each(languages.flatMap((language) => named.map((row) => ({ language, ...row }))))(
  'names the subject $subject and the bot check $botCheck in the words of $language',
  async ({ language, subject, botCheck }) => {
    if (botCheck === undefined) throw new Error('there is no bot check')
    const { headers, text, html } = await mailOf(contactOf({ subject }, language, botCheck))
    expect(headers.subject).toContain(`[${company.name}] ${contactTexts[language].form.subjects[subject]} – `)
    expect(headers['x-bot-check']).toBe(botCheck)
    const line = mailTexts[language].contact.botCheck[botCheck]
    expect(text.trimEnd().split('\n').at(-1)).toBe(line)
    expect(/<p>([^<]*)<\/p>\s*<\/body>/.exec(html)?.[1]).toBe(line)
  },
)

it.concurrent('is sent to all recipients, who all get the replies to the visitor', async () => {
  const further = { CONTACT_TO: 'a@site.example,b@site.example' }
  const { envelope } = await mailOf(contactOf(), 'contact', further)
  expect(envelope).toEqual({ from: 'site@site.example', to: ['a@site.example', 'b@site.example'] })
  const { headers } = await mailOf(contactOf(), 'acknowledgement', further)
  expect(headers['reply-to']).toBe('a@site.example, b@site.example')
})

it.concurrent('escapes what looks like markup', async () => {
  const evil = '<script>alert(1)</script><img src=x onerror="alert(1)"> & \'quotes\''
  const { html, text } = await mailOf(contactOf({ name: evil, company: evil, message: evil }))
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quotes',
  )
  expect(text).toContain(evil)
})

it.concurrent.each([
  'Ada\r\nBcc: victim@example.com',
  'Ada\rBcc: victim@example.com',
  'Ada\u2028Bcc: victim@example.com',
  'Ada\0Bcc: victim@example.com',
  'Ada\r\n\r\nBcc: victim@example.com\r\n.\r\nMAIL FROM:<x@example.com>',
  'Ada <victim@example.com>, "Bob" <bob@example.com>',
  'Ada" <victim@example.com>, "',
  '=?utf-8?Q?Ada=0D=0ABcc:_victim@example.com?=',
  'Ada,victim@example.com;bob@example.com',
])('prevents the name %j from adding a header, a recipient or a command', async (name) => {
  const { headers, envelope, raw } = await mailOf(contactOf({ name, company: name }))
  expect(envelope).toEqual({ from: 'site@site.example', to: ['info@site.example'] })
  expect(Object.keys(headers).sort()).toEqual(
    ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to', 'x-bot-check'].sort(),
  )
  expect(headers['reply-to']).toMatch(/<zoe@example\.com>$/)
  // The header has one mailbox: the visitor's quoted or encoded name, then the address.
  const replyTo = /^Reply-To:((?:.*\r\n[ \t])*.*)\r\n/im.exec(raw)?.[1] ?? ''
  const names = /"(?:[^"\\]|\\.)*"|=\?UTF-8\?[QB]\?[^\s?]*\?=/g
  expect(replyTo.replace(names, '')).not.toMatch(/victim|bob|,/)
})

it.concurrent.each([
  '=?utf-8?B?QWRhIDx2aWN0aW1AZXhhbXBsZS5jb20+?=',
  '=?utf-8?Q?Ada=0D=0ABcc:_victim@example.com?=',
  'Ada =?utf-8?q?B?= Lovelace',
  'Adé =?utf-8?Q?B?=',
  `${'=?utf-8?B?QQ==?= '.repeat(5)}"`,
  'Ada = ? Lovelace',
])('delivers the name %j as it was typed', async (name) => {
  const { headers, raw } = await mailOf(contactOf({ name }))
  const replyTo = headers['reply-to'] ?? ''
  expect(replyTo.replace(/^"(.*)" </, '$1 <').replace('\u00a0', '')).toBe(`${name} <zoe@example.com>`)
  expect(headers.subject).toContain(name)
  expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(78)
})

it.concurrent.each([
  // A line of a single dot, other lines of SMTP, and all 5,000 characters.
  [`.\n\n..\nQUIT\nMAIL FROM:<x@example.com>\n${'漢'.repeat(5000)}`.slice(0, 4996) + '\nend'],
  // Syntax of i18next and of String.replace.
  ['{{company}} $t(contact.footer) {{- founded}} $& $1'],
  ['Où êtes-vous? «\u00a0Ça va\u00a0» — 你好, שלום, 👩‍🚀'],
])('delivers the message %.30j as it was typed', async (message) => {
  const name = 'Łukasz {{company}} $& 👩‍🚀 你好'
  const { text, html, headers } = await mailOf(contactOf({ name, message }))
  expect(text.split(message)).toHaveLength(2)
  for (const line of message.split('\n'))
    expect(html).toContain(line.replaceAll('&', '&amp;').replace(/<(.*)>/, '&lt;$1&gt;'))
  for (const arrived of [text, headers.subject, headers['reply-to']]) expect(arrived).toContain(name)
})

it.concurrent.each([
  { language: 'fr', subject: 'Nous avons bien reçu votre message', greeting: 'Bonjour,' },
  { language: 'en', subject: 'We received your message', greeting: 'Hello,' },
] as const)('acknowledges in $language, marked as automatic, without the visitor’s text', async (given) => {
  const { language, subject, greeting } = given
  const spam = 'BUY-NOW'
  const visitor = contactOf({ name: spam, company: spam, message: spam }, language)
  const { headers, envelope, text, html, raw } = await mailOf(visitor, 'acknowledgement')
  expect(envelope).toEqual({ from: 'site@site.example', to: ['zoe@example.com'] })
  expect(headers).toMatchObject({
    to: 'zoe@example.com',
    'reply-to': 'info@site.example',
    subject,
    'auto-submitted': 'auto-replied',
    'message-id': '<3f9a2c1b7d10.acknowledgement@site.example>',
  })
  expect(text.startsWith(`${greeting}\n\n`)).toBe(true)
  expect(html).toContain(`<html lang="${language}">`)
  expect(raw + text + html).not.toContain(spam)
})

it.concurrent('sends contact messages only', async () => {
  await using server = await startMailServer()
  expect(await sendBy(server.url)('contact', subscriptionOf('ada@example.com'))).toMatchObject({ kind: 'refused' })
  expect(server.mails).toEqual([])
})
