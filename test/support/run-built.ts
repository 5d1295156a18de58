import { execFile } from 'node:child_process'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * Runs a built program until it ends, as an operator does in the container: `node dist/server/doctor.js`. Unless `env`
 * names one, its outbox is a new folder. From this process's environment it gets only PATH.
 *
 * @param program `main` or `doctor`
 */
export async function runBuilt(program: 'doctor' | 'main', env: Record<string, string> = {}) {
  await using outbox = await temporaryFolder()
  const own = { PATH: process.env.PATH, POSTS_MAX_MB: '0', OUTBOX_DIR: outbox.path }
  const options = { cwd: projectRoot, env: { ...own, ...env }, timeout: 120_000 }
  return await new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    const child = execFile(process.execPath, [`dist/server/${program}.js`], options, (_error, output, errors) =>
      resolve({ code: child.exitCode, output, errors }),
    )
  })
}
