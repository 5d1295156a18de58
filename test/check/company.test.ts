import { expect, it } from 'vitest'
import { home } from '../../client/components/chart.tsx'
import { company, textVariables } from '../../shared/company.ts'
import { languages } from '../../shared/language.ts'
import { filesBelow, textOf } from './project-files.ts'

/** The replacement for a name of the company, by folder. */
const instead: Record<string, string> = {
  content: 'authors: ["{{company}}"]; a text that names the place belongs to this company alone: rewrite it',
  deploy: 'a neutral name, such as site or site.example',
  locales: 'a variable of `textVariables`, such as {{company}}, {{place}} or {{inRegion}}',
}
const inCode = '`company` of shared/company.ts'

/** Files that may name the company, and why. */
const exempt: Record<string, string> = { 'shared/company.ts': 'defines the names' }

/** The prefix of names in operators' systems: of units, folders, images and nginx's variables. It stays if the company changes. */
const deployed = filesBelow('deploy', /@\.service$/)
  .map((path) => path.replace(/^.*\/|@.*$/g, ''))
  .join()
const deployedNames = new RegExp(`(?<![\\p{L}\\p{N}.])${deployed}(?=@|[-_]|\\\\?\\/site|\\.conf)`, 'gu')

const around = languages.flatMap((language) => {
  const { region, chartIsland, chartPeninsula, chartSea, chartCoast } = textVariables(language)
  return [region, chartIsland, chartPeninsula, chartSea, chartCoast]
})
const { name, place, locality, email } = company
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches a name also in capitals, without accents, and with other characters between its words, as in URLs and variables. */
function patternOf(name: string): RegExp {
  const words = plain(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]{1,3}')}(?![\\p{L}\\p{N}])`, 'u')
}

const names = [name, email.domain.join('.'), place, locality, ...around]
const patterns = [...new Map(names.map((name) => [plain(name), { name, pattern: patternOf(name) }])).values()]

/** The lines of a file, or its path, that name the company or its place, each with its replacement. */
function mentionsIn(path: string, text: string): string[] {
  if (!patterns.some(({ pattern }) => pattern.test(plain(`${path}\n${text}`)))) return []
  const advice = instead[path.split('/', 1)[0] ?? ''] ?? inCode
  return [path, ...text.split('\n')].flatMap((line, number) =>
    patterns.flatMap(({ name, pattern }) =>
      pattern.test(plain(line.replaceAll(deployedNames, '')))
        ? [`${path}${number === 0 ? '' : `:${number}`} names “${name}”. Instead: ${advice} (docs/another-firm.md)`]
        : [],
    ),
  )
}

it('no file but shared/company.ts names the company or its place', () => {
  const folders = ['build', 'client', 'content', 'deploy', 'locales', 'server', 'shared', 'test']
  const text = /\.(?:conf|css|env|html|js|json|md|svg|template|tsx?|ya?ml|example|service)$/
  const all = [...folders.flatMap((folder) => filesBelow(folder, text)), '.env.example', 'compose.yaml', 'Dockerfile']
  const files = all.filter((path) => !path.startsWith('deploy/') || !path.includes(`/${deployed}`))
  expect(files.length).toBeGreaterThan(600)
  expect(Object.keys(exempt).filter((path) => mentionsIn(path, textOf(path)).length === 0)).toEqual([])
  expect(files.filter((path) => !(path in exempt)).flatMap((path) => mentionsIn(path, textOf(path)))).toEqual([])
})

it('the chart shows the place of the company: `corner` in client/components/chart.tsx is near it', () => {
  expect(home.x).toBeGreaterThan(100)
  expect(home.x).toBeLessThan(1180)
  expect(home.y).toBeGreaterThan(100)
  expect(home.y).toBeLessThan(560)
})
