import { readdir, readFile } from 'node:fs/promises'

/** A process and those that it has started, at any depth, by their ids; what ends meanwhile is left out. */
export async function processFamily(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const ids = children.join(' ').split(' ').filter(Boolean)
  const nested = await Promise.all(ids.map((child) => processFamily(Number(child))))
  return [pid, ...nested.flat()]
}
