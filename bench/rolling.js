// `npm run measure -- rolling`: two processes of the built site behind nginx, under load. Both are replaced one after the other, then one
// is killed. Counts failed requests and waits until accepted forms are delivered. Exits with 1 if a request failed, or if a form was
// lost or delivered twice. Forms that the killed process was delivering may come twice; forms that it did not answer are only counted.
// On 127.0.0.1 only.
import { runnerImport } from 'vite'

const { module } = await runnerImport('./test/support/rolling.ts', { configFile: false, oxc: { target: 'es2022' } })
const load = { visitors: 32, pauseMs: 0, phaseMs: 15_000, phaseRequests: 0 }
console.log(`${load.visitors} visitors at once, nine pages to one form, newsletter and message in turn\n`)
const { accepted, deliveredBeforeKill, delivered, waiting, lost, ...phases } = await module.roll(
  load,
  (phase, { pages, forms, cut, failed }) => {
    const kinds = [...new Set(failed)].map((kind) => `${failed.filter((failure) => failure === kind).length} × ${kind}`)
    console.log(
      `${phase.padEnd(22)}${pages} pages, ${forms} forms, ${cut} of them cut, ${failed.length} failed ${kinds.join(', ')}`,
    )
  },
)
const twice = delivered.length - new Set(delivered).size
console.log(
  `\n${accepted.length} forms accepted, ${delivered.length} delivered, ${twice} of them twice; ` +
    `${waiting.length} still in an outbox, ${lost.length} lost`,
)
const failed = Object.values(phases).flatMap((phase) => phase.failed)
const twiceBeforeKill = deliveredBeforeKill.length - new Set(deliveredBeforeKill).size
const isWrong = failed.length + twiceBeforeKill + waiting.length + lost.length > 0 || twice > module.maxUnderWay
process.exit(isWrong ? 1 : 0)
