import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one object of each kind that `process.nextTick` makes, for good. V8 forgets the hidden class of objects of which a
 * collection finds none. The next tick gets a new one, and from there on every tick of the process sets two of its properties
 * the slow way: the bytecode for a literal's computed keys remembers one class, and gives up at the second. An answer takes
 * several ticks, so this was a tenth of its time (docs/performance.md). To be called before anything else.
 *
 * @returns what is kept: a tick without arguments and one with, as soon as both have been
 * @see https://nodejs.org/api/async_hooks.html#async_hooksexecutionasyncresource
 */
export function keepTickObjects(): readonly object[] {
  process.nextTick(keep)
  process.nextTick(keep, null)
  return kept
}

function keep(): void {
  kept.push(executionAsyncResource())
}
