import { fetch } from '../http/fetch.ts'
import { ignoreBrokenPipe } from '../runtime/command-output.ts'
import { examine, formatFinding } from './doctor.ts'

// `npm run doctor`: one line for each finding on standard output; exit code 1 if there is a problem.
ignoreBrokenPipe(process.stdout)
const findings = await examine(process.env, fetch, Date.now)
for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`)
if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
