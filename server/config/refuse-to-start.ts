/** Ends the process with 1. @param problems one line for every wrong variable, for standard error */
export function refuseToStart(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}
