import { fetch } from '../http/fetch.ts'
import { mayBeCutShort } from '../runtime/command-output.ts'
import { examine } from './examine.ts'
import { lineOf } from './finding.ts'

// `npm run doctor`: one line a finding on standard output, exit code 1 where there is a problem.
mayBeCutShort(process.stdout)
const findings = await examine(process.env, fetch, Date.now)
for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`)
if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
