import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldsIn, message } from '../http/support/contact.ts'
import { takeFirstSteps } from './ghost-editor.ts'
import { ghostOutside, startStack } from './stack.ts'

const webhookSecret = 'un-secret-de-webhook-de-test'
const minutes = 60_000

// One stack serves all tests, since it takes minutes to start. The tests follow an operator's first day in order.
let stack: Awaited<ReturnType<typeof startStack>>
let ghost: Awaited<ReturnType<typeof takeFirstSteps>>

beforeAll(async () => {
  stack = await startStack()
}, 20 * minutes)
afterAll(() => stack?.[Symbol.asyncDispose](), 2 * minutes)

const json = { 'Content-Type': 'application/json' }
const pathOfLanguage = { fr: '/blog', en: '/en/blog' }

/** The output of a Node program in the container of a service. */
const runIn = async (service: string, program: string) =>
  (await stack.site('exec', '-T', service, 'node', '-e', program)).trim()

/** The answer of one instance, without the proxy. */
const askInside = (service: string, path: string) =>
  runIn(service, `fetch('http://127.0.0.1:3000${path}').then((answer) => answer.text()).then(console.log)`)

it('starts from the example files, and every service is healthy', async () => {
  const lines = (await stack.site('ps', '--format', 'json')).trim().split('\n')
  const states = lines.map((line) => JSON.parse(line) as { Service: string; Health: string })
  expect(Object.fromEntries(states.map(({ Service, Health }) => [Service, Health]))).toEqual(
    Object.fromEntries(['ghost', 'mysql', 'nginx', 'site-1', 'site-2'].map((name) => [name, 'healthy'])),
  )
})

it.each([
  ['/', 'fr'],
  ['/blog', 'fr'],
  ['/en', 'en'],
  ['/en/blog', 'en'],
])('answers %s in %s before it has Ghost’s keys', async (path, language) => {
  const { status, headers } = await stack.ask(path)
  expect([status, headers['content-language']]).toEqual([200, language])
})

it('runs as any user of group 0', async () => {
  const output = await stack.say(
    'docker run --rm --user 1000660000:0 nordet/site:test node dist/server/doctor.js || true',
  )
  expect(output).toMatch(/^ok +OUTBOX_DIR: .* can be written to$/m)
})

it('passes every check of the doctor once it has Ghost’s keys', { timeout: 5 * minutes }, async () => {
  ghost = await takeFirstSteps(stack, webhookSecret)
  await ghost.publish('Le premier article', 'fr')
  await ghost.publish('The first article', 'en')
  await stack.fillIn('site', {
    GHOST_URL: 'https://ghost.site.example',
    GHOST_CONTENT_API_KEY: ghost.contentKey,
    GHOST_ADMIN_API_KEY: ghost.adminKey,
    GHOST_WEBHOOK_SECRET: webhookSecret,
  })
  await stack.site('up', '-d', '--wait')
  for (const service of ['site-1', 'site-2']) {
    const output = await stack.site('exec', '-T', service, 'node', 'dist/server/doctor.js')
    const doubts = output.split('\n').filter((line) => line !== '' && !line.startsWith('ok'))
    expect(doubts).toEqual([])
  }
})

it('shows a new article on both instances after one webhook', async () => {
  const titles = { fr: 'Un article tout neuf', en: 'A brand new article' }
  for (const language of ['fr', 'en'] as const) await ghost.publish(titles[language], language)
  for (const language of ['fr', 'en'] as const) {
    for (const service of ['site-1', 'site-2']) {
      await expect
        .poll(() => askInside(service, pathOfLanguage[language]), { timeout: 20_000 })
        .toContain(titles[language])
    }
  }
})

it('hides Ghost’s own pages from strangers, and shows them to editors', async () => {
  const look = `fetch('https://ghost.site.example/ghost/').then(({ status }) => console.log(status))`
  expect(await runIn('ghost', look)).toBe('404')
  expect((await stack.askGhost('/ghost/')).headers['x-powered-by']).toBe('Express')
})

it('lets a site write only to its data folder, as an unprivileged user', async () => {
  const script = 'for f in /site/x dist/x data/x; do (touch $f) 2>/dev/null && echo $f; done; rm data/x; id -un'
  const tried = await stack.site('exec', '-T', 'site-1', 'sh', '-c', script)
  expect(tried.trim().split('\n')).toEqual(['data/x', 'node'])
})

it('does not connect the database to the outside', async () => {
  // Ghost's address in the network `outside`, which every container in that network can reach.
  const knock = `fetch('http://${ghostOutside}:2368/', { redirect: 'manual' }).then(() => console.log('reached'), () => console.log('away'))`
  expect(await runIn('site-1', knock)).toBe('reached')
  type Failure = { code: number; stderr: string }
  const command = ['timeout', '3', 'bash', '-c', `echo > /dev/tcp/${ghostOutside}/2368`]
  const failure = await stack.site('exec', '-T', 'mysql', ...command).catch((error: Failure) => error)
  // Depending on Docker's version, packets are dropped until `timeout` (124), or there is no route.
  const isAway = ({ code, stderr }: Failure) => code === 124 || stderr.includes('unreachable')
  expect(failure).toSatisfy(isAway)
})

it('delivers a lost message of one instance from a backup', async () => {
  stack.sendMailAway(true)
  const { text } = await stack.ask('/contact')
  const body = JSON.stringify({ ...fieldsIn(text), ...message, email: 'patiente@example.com' })
  expect((await stack.ask('/api/contact', { method: 'POST', headers: json, body })).status).toBe(202)
  const list = (service: string) => stack.say(`site exec -T ${service} node dist/server/outbox.js list`)
  const services = ['site-1', 'site-2']
  const holders = async () => {
    const lists = await Promise.all(services.map(list))
    return services.filter((_, index) => lists[index]?.includes('tried 1×'))
  }
  await expect.poll(holders, { timeout: 20_000 }).toHaveLength(1)
  const [holder = ''] = await holders()
  const receiver = holder === 'site-1' ? 'site-2' : 'site-1'
  await stack.say(`
    site exec -T ${holder} tar -c -C data outbox > copy.tar
    site exec -T ${holder} sh -c 'rm data/outbox/*.*'
    site exec -T ${receiver} tar -x -C data < copy.tar`)
  expect(await holders()).toEqual([receiver])

  stack.sendMailAway(false)
  await stack.say(`site exec -T ${receiver} node dist/server/outbox.js retry`)
  const replies = () => stack.mails.map(({ headers }) => headers['reply-to'])
  await expect.poll(replies, { timeout: 30_000 }).toContainEqual(expect.stringContaining('patiente@example.com'))
})

it('fails no request while both instances are replaced, and one is killed', { timeout: 5 * minutes }, async () => {
  const failed: string[] = []
  let requests = 0
  let going = true
  async function visit(number: number): Promise<void> {
    while (going) {
      requests += 1
      // nginx stores no search.
      const { status } = await stack
        .ask(requests % 2 === 0 ? '/en/blog' : '/en/blog?q=a')
        .catch((error: Error) => ({ status: error.message }))
      if (status !== 200) failed.push(`visitor ${number}: ${status}`)
      await delay(20)
    }
  }
  const visitors = Array.from({ length: 8 }, (_, number) => visit(number))
  // A new environment replaces the container, as a new image does.
  await stack.fillIn('site', { SITE_TEST_UPGRADE: '1' })
  const before = await stack.site('ps', '-q', 'site-1', 'site-2')
  await stack.say(
    'for one in site-1 site-2; do site up -d --no-deps --wait --wait-timeout 90 $one || break; sleep 5; done',
  )
  const after = await stack.site('ps', '-q', 'site-1', 'site-2')
  expect(after.split('\n').filter((id) => id !== '' && before.includes(id))).toEqual([])

  await runIn('site-1', killsTheSite)
  await expect.poll(() => askInside('site-1', '/readyz').catch(() => ''), { timeout: minutes }).toMatch(/^ok/)
  await delay(3000)
  going = false
  await Promise.all(visitors)
  expect(failed).toEqual([])
  expect(requests).toBeGreaterThan(1000)
})

/** Kills the process inside the container: Docker then restarts it, unlike after `docker kill`. */
const killsTheSite = `
  for (const id of fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== String(process.pid))) {
    const [program, ...words] = fs.readFileSync('/proc/' + id + '/cmdline', 'utf8').split('\\0')
    if (program === 'node' && words.includes('dist/server/main.js')) process.kill(Number(id), 'SIGKILL')
  }`
