import { basename, resolve } from 'node:path'
import postcss, { type AtRule, type Root, type Rule } from 'postcss'
import type { Plugin, Rolldown } from 'vite'
import { pageIds } from '../shared/site-map.ts'

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const layout = resolve('client/layout/layout.tsx')
const errorScreen = resolve('client/error-screen/error-screen.tsx')

/** The class names of CSS modules: readable, since file names are unique. */
export const generateScopedName = (local: string, id: string) => `${scopeOf(id)}_${local}`

/**
 * Cascade layers rank by their first mention, and Vite joins style sheets in the order of its chunks. Without this line, a component's
 * layer could come before the base layer, which it overrides.
 */
const layerOrder = '@layer tokens,base,components,shared;'

const moduleClass = /\.([a-z-]+)_[\w-]+/g

/**
 * Vite plugin: writes the part of the style sheet that each page needs to render, as JSON beside the manifest (page → CSS; `error` is
 * the error screen). Rules keep their order, so a part has the same effect as the whole.
 */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const whole = Object.values(bundle).find(({ fileName }) => /style-[\w-]+\.css$/.test(fileName))
        if (whole?.type !== 'asset')
          throw new Error('style-*.css: not in the bundle; expected one style sheet of all pages')
        const root = postcss.parse(layerOrder + String(whole.source))
        const layoutModules = staticImportsOf(layout, this)
        const parts = pageIds.map((page): [string, string] => {
          const own = staticImportsOf(resolve(`client/pages/${page}.tsx`), this)
          return [page, extractPart(root, new Set([...layoutModules, ...own]))]
        })
        // In the browser it may replace any page, but only after the whole style sheet has loaded.
        const error = extractPart(root, new Set([...layoutModules, ...staticImportsOf(errorScreen, this)]))
        const styles = Object.fromEntries<string>([...parts, ['error', error]])
        // Each part has them. A second declaration of a font would make browsers lay out the page again.
        root.walkAtRules('font-face', (rule) => void rule.remove())
        whole.source = root.toString()
        this.emitFile({ type: 'asset', fileName: '.vite/page-styles.json', source: JSON.stringify(styles) })
      },
    },
  }
}

/**
 * The style sheet without rules that only other modules need, and without layer `later`. The rules of `later` matter only once a visitor
 * does something. They have syntax that the Nu HTML checker, which reads a page's inline style, does not know yet.
 */
function extractPart(root: Root, modules: Set<string>): string {
  const names = new Set([...modules].filter((id) => id.endsWith('.module.css')).map(scopeOf))
  const part = root.clone()
  part.walkAtRules('layer', (rule) => {
    if (rule.params === 'later') rule.remove()
  })
  part.walkRules((rule) => keepSelectors(rule, names))
  const atRules: AtRule[] = []
  part.walkAtRules((rule) => {
    if (rule.name === 'keyframes' && !mayUse(`.${rule.params}`, names)) rule.remove()
    else atRules.push(rule)
  })
  // From the inside out, since a rule may contain only empty rules.
  for (const rule of atRules.reverse()) if (rule.nodes?.length === 0) rule.remove()
  return part.toString()
}

function keepSelectors(rule: Rule, names: Set<string>): void {
  const kept = rule.selectors.filter((selector) => mayUse(selector, names))
  if (kept.length === 0) rule.remove()
  else if (kept.length < rule.selectors.length) rule.selectors = kept
}

function mayUse(selector: string, names: Set<string>): boolean {
  return [...selector.matchAll(moduleClass)].every(([, name = '']) => names.has(name))
}

/** A module and all its static imports, direct or indirect. */
function staticImportsOf(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) staticImportsOf(imported, graph, found)
  return found
}

/** `client/pages/home.module.css` → `home` */
function scopeOf(id: string): string {
  return basename(id, '.module.css')
}
