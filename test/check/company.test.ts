import { expect, it } from 'vitest'
import { chart, company, textVariables } from '../../shared/company.ts'
import { languages } from '../../shared/language.ts'
import { filesBelow, textOf } from './project-files.ts'

/** What a file writes instead of a name of the company, by the folder that it is in. */
const instead: Record<string, string> = {
  content: 'authors: ["{{company}}"]; a text that names the place belongs to this company alone: rewrite it',
  deploy: 'a neutral name, such as site or site.example',
  locales: 'a variable of `textVariables`, such as {{company}}, {{place}} or {{inRegion}}',
}
const inCode = '`company`, `chart` or `textVariables`'

/** Files that may name the company, and why. */
const exempt: Record<string, string> = { 'shared/company.ts': 'defines the names' }

const regions = languages.map((language) => textVariables(language).region ?? '')
const places = chart.names.flatMap(({ fr, en }) => [fr, en])
const { name, place, locality, email } = company
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds a name in any spelling: `Val-d’Or`, `val-d-or`, `VAL_D_OR`. */
function patternOf(name: string): RegExp {
  const words = plain(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]{1,3}')}(?![\\p{L}\\p{N}])`, 'u')
}

const names = [name, email.domain.join('.'), place, locality, ...regions, ...places]
const patterns = [...new Map(names.map((name) => [plain(name), { name, pattern: patternOf(name) }])).values()]

/** The lines of a file, and its path, that name the company or its place, each with what to write there instead. */
function mentionsIn(path: string, text: string): string[] {
  const advice = instead[path.split('/', 1)[0] ?? ''] ?? inCode
  return [path, ...text.split('\n')].flatMap((line, number) =>
    patterns.flatMap(({ name, pattern }) =>
      pattern.test(plain(line))
        ? [`${path}${number === 0 ? '' : `:${number}`} names “${name}”. Instead: ${advice} (docs/another-firm.md)`]
        : [],
    ),
  )
}

it('no file but shared/company.ts names the company or its place', () => {
  const folders = ['build', 'client', 'content', 'deploy', 'locales', 'server', 'shared', 'test']
  const text = /\.(?:conf|css|env|html|js|json|md|svg|template|tsx?|ya?ml|example|service)$/
  const files = [...folders.flatMap((folder) => filesBelow(folder, text)), '.env.example', 'compose.yaml', 'Dockerfile']
  expect(files.length).toBeGreaterThan(600)
  expect(Object.keys(exempt).filter((path) => mentionsIn(path, textOf(path)).length === 0)).toEqual([])
  expect(files.filter((path) => !(path in exempt)).flatMap((path) => mentionsIn(path, textOf(path)))).toEqual([])
})

it.each([
  ['locales/fr/home.json', `"sign": "Conseil, ${place}"`],
  ['deploy/site.conf.template', `upstream ${plain(name).replaceAll(' ', '_')}_forms {`],
  [`client/${plain(place).replaceAll(/[^a-z]/g, '-')}.svg`, ''],
])('would find the mention in %s: %s', (path, line) => {
  expect(mentionsIn(path, `\n${line}`)).not.toEqual([])
})

it('the company lies on its chart, of which `chart.corner` in shared/company.ts is the top left', () => {
  const { latitude, longitude } = company.position
  const [east, south] = [longitude + chart.corner.west + 0.2, chart.corner.north + 0.7 - latitude]
  expect(east, 'degrees east of the corner').toBeGreaterThan(0.5)
  expect(east, 'degrees east of the corner').toBeLessThan(6)
  expect(south, 'degrees south of the corner').toBeGreaterThan(0.3)
  expect(south, 'degrees south of the corner').toBeLessThan(2)
})
