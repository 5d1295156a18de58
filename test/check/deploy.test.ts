import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { variables } from '../../server/config/variables.ts'
import { publicLimits } from '../../server/http-server.ts'
import { maxStopMs } from '../../server/stop-on-signal.ts'
import { languages, localise } from '../../shared/language.ts'
import { ghostWidths } from '../../shared/picture.ts'
import { apiParameters, pages, parametersOf } from '../../shared/site-map.ts'
import { problemsOf } from '../support/config-of.ts'
import { namesIn, textOf } from './project-files.ts'

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  pull_policy: z.string().optional(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string().optional() }))]),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().optional(),
})

const { services, networks, volumes } = z
  .object({
    services: z.record(z.string(), service),
    networks: z.object({ inside: z.object({ internal: z.literal(true) }), outside: z.object({}) }),
    volumes: z.record(z.string(), z.object({})),
  })
  .parse(parse(textOf('compose.yaml'), { merge: true }))

const template = textOf('deploy/nginx/nordet.conf.template')
const unit = textOf('deploy/nordet@.service')

/** The variables of a text (`${NAME}`), each once. */
const askedIn = (text: string) => [...new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name))]

const addressOf = (name: string) => {
  const { networks: own } = services[name] ?? {}
  return Array.isArray(own) ? undefined : own?.inside?.ipv4_address
}

it('compose.yaml publishes only nginx, and does not connect the database to the outside', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
  expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['nginx', ['80:80', '443:443']]])
  expect(Object.keys(networks)).toEqual(['inside', 'outside'])
  expect(services.mysql?.networks).toEqual(['inside'])
})

it('compose.yaml pins every image, and has a health check for each service', () => {
  for (const [name, { image, build, healthcheck }] of Object.entries(services)) {
    if (build !== undefined || image === services['site-1']?.image) continue
    expect([name, image]).toEqual([name, expect.stringMatching(/^[\w/]+:\d+(\.\d+)*(-alpine)?$/)])
    expect([name, healthcheck]).not.toEqual([name, undefined])
  }
  // The site's image has its own check.
  expect(textOf('Dockerfile')).toContain('HEALTHCHECK')
})

// Two targets that write one tag at the same time fail on a machine that has never built it (desec-io/desec-stack issue 1233).
it('compose.yaml builds the image of both instances once, and never pulls it', () => {
  const building = Object.entries(services).filter(([, { build }]) => build !== undefined)
  expect(building.map(([name]) => name)).toEqual(['site-1'])
  expect(services['site-2']).toMatchObject({ image: services['site-1']?.image, pull_policy: 'never' })
})

it('compose.yaml gives each instance its own volume, at the folder that the image declares', () => {
  const own = ['site-1', 'site-2'].map((name) => services[name]?.volumes)
  expect(own).toEqual([['site-1:/site/data'], ['site-2:/site/data']])
  expect(textOf('Dockerfile')).toMatch(/^VOLUME \/site\/data$/m)
  // Some platforms run images as any user of group 0.
  expect(textOf('Dockerfile')).toMatch(/^RUN mkdir .* && chown -R node:0 data && chmod -R g=u data$/m)
  const named = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''))
  expect(named.filter((name) => /^[\w-]+$/.test(name)).sort()).toEqual(Object.keys(volumes).sort())
})

it('compose.yaml sets every variable of nginx’s template, and the addresses of the instances', () => {
  const environment = services.nginx?.environment ?? {}
  const filter = new RegExp(String(environment.NGINX_ENVSUBST_FILTER))
  const given = Object.keys(environment).filter((name) => filter.test(name))
  expect(given.sort()).toEqual(askedIn(template).sort())
  expect(environment).toMatchObject({
    SITE_1: `${addressOf('site-1')}:3000`,
    SITE_2: `${addressOf('site-2')}:3000`,
    GHOST_ADDRESS: `${addressOf('ghost')}:2368`,
  })
  // A /30 has four addresses: both instances, and not the gateway.
  expect(environment.SITE_NETWORK).toBe('172.30.77.16/30')
  for (const name of ['site-1', 'site-2']) expect(addressOf(name)).toMatch(/^172\.30\.77\.1[6-9]$/)
})

it('deploy/compose.env.example has the variables of compose.yaml', () => {
  expect(namesIn(textOf('deploy/compose.env.example')).sort()).toEqual(askedIn(textOf('compose.yaml')).sort())
})

it('deploy/site.env.example names only variables of the site that the services do not set', () => {
  const names = namesIn(textOf('deploy/site.env.example'))
  expect(names.filter((name) => !(name in variables))).toEqual([])
  const unitSets = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.match(/\w+(?==)/g) ?? [])
  // Node's own, and the C library's.
  const runtimeVariables = ['NODE_ENV', 'MALLOC_ARENA_MAX']
  expect(unitSets.filter((name) => !runtimeVariables.includes(name) && !(name in variables))).toEqual([])
  const set = [...unitSets, ...Object.keys(services['site-1']?.environment ?? {})]
  expect(names.filter((name) => set.includes(name))).toEqual([])
})

it('deploy/site.env.example has a secret that every site rejects, and both deployments read its copy', () => {
  const [, secret = ''] = /^SITE_SECRET=(.+)$/m.exec(textOf('deploy/site.env.example')) ?? []
  expect(secret).not.toBe('')
  expect(problemsOf({ SITE_SECRET: secret })).toEqual([expect.stringMatching(/^SITE_SECRET: /)])
  expect(textOf('compose.yaml')).toMatch(/^ {2}env_file: deploy\/site\.env$/m)
  expect(unit).toMatch(/^EnvironmentFile=\/etc\/nordet\/site\.env$/m)
})

it('an instance gets more time to stop than it needs', () => {
  const needed = maxStopMs / 1000
  expect(Number.parseInt(services['site-1']?.stop_grace_period ?? '', 10)).toBeGreaterThan(needed)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(needed)
})

it('nginx closes an idle connection to an instance before the instance does', () => {
  const [, seconds = ''] = /keepalive_timeout (\d+)s/.exec(template) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(publicLimits.keepAliveTimeout / 1000).toBeGreaterThan(Number(seconds))
})

const routes = [
  ...Object.values(pages).flatMap(({ path }) => languages.map((language) => localise(path, language))),
  ...Object.keys(apiParameters),
]

it('nginx keys responses by the parameters that the site understands, and by their values', () => {
  const [, rows = ''] = /map \$request_uri \$nordet_parameters \{([^}]*)\}/.exec(template) ?? []
  const keyed = [...rows.matchAll(/"~(.*)" "?([^"]*)"?;/g)]
  for (const route of routes) {
    const names = keyed.find(([, pattern = '']) => new RegExp(pattern).test(`${route}?`))?.[2] ?? ''
    // The key has no words of a search, because nginx stores no search.
    const understood = parametersOf(route).filter((name) => name !== 'q')
    expect([route, names.match(/(?<=nordet_)[a-z]+/g) ?? []]).toEqual([route, understood.sort()])
  }
  const all = [...new Set(routes.flatMap(parametersOf))].sort()
  expect(template).toContain(`?(${all.join('|')})(?:=`)
  expect(template).toContain(`(?:${all.filter((name) => name !== 'q').join('|')})=[^&]*%`)
  const values = Object.values(pages).flatMap(({ query }) => Object.entries(query))
  for (const [name, allowed] of [...values, ['lang', languages] as const]) {
    if (allowed.length > 0) expect(template).toContain(`?${name}=(${allowed.join('|')})(?:&|$)" "&${name}=$1"`)
  }
})

it('nginx stores pictures in the sizes that pages name', () => {
  expect(template).toContain(`size/(?:w(?:${ghostWidths.join('|')})/format/webp|w1200/format/jpeg)/`)
})
