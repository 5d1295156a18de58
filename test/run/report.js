import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

const slowestShown = 20

const secondsOf = (milliseconds) => (milliseconds / 1000).toFixed(1).padStart(7)

/** The results of a file. Its milliseconds include loading. */
function summary(module) {
  const tests = [...module.children.allTests()]
  const count = (state) => tests.filter((test) => test.result().state === state).length
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  const loading = environmentSetupDuration + prepareDuration + collectDuration + setupDuration
  // A file that cannot be loaded has no tests, and would count as passed.
  const unloadable = module.state() === 'failed' && count('failed') === 0 ? 1 : 0
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    passed: count('passed'),
    failed: count('failed') + count('skipped') + count('pending') + unloadable,
    milliseconds: Math.round(loading + duration),
    slowest: tests
      .map((test) => ({ name: test.fullName, milliseconds: Math.round(test.diagnostic()?.duration ?? 0) }))
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 5),
  }
}

/** Prints at the end how long each project and the slowest files took. Writes all results to the file `TEST_REPORT`. */
export default class Report {
  onTestRunStart() {
    this.started = performance.now()
  }

  onTestRunEnd(modules, errors) {
    const files = modules.map(summary).sort((a, b) => b.milliseconds - a.milliseconds)
    const sum = (files, key) => files.reduce((total, file) => total + file[key], 0)
    const projects = groupByProject(files)
    console.log('\nseconds  tests  project (of all its workers together)')
    for (const [project, own] of projects)
      console.log(`${secondsOf(sum(own, 'milliseconds'))} ${String(sum(own, 'passed')).padStart(6)}  ${project}`)
    console.log('\nseconds  tests  slowest files')
    for (const { file, milliseconds, passed } of files.slice(0, slowestShown))
      console.log(`${secondsOf(milliseconds)} ${String(passed).padStart(6)}  ${file}`)
    console.log(`\n${secondsOf(performance.now() - this.started)} in all`)
    const report = { passed: sum(files, 'passed'), failed: sum(files, 'failed') + errors.length, files }
    if (!process.env.TEST_REPORT) return
    mkdirSync(dirname(process.env.TEST_REPORT), { recursive: true })
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report, null, 2))
  }
}

function groupByProject(files) {
  const groups = new Map()
  for (const file of files) groups.set(file.project, [...(groups.get(file.project) ?? []), file])
  return groups
}
