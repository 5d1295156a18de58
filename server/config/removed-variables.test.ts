import { expect, it } from 'vitest'
import { removedVariables, removedVariablesIn } from './removed-variables.ts'

it('finds the removed variables that are set', () => {
  expect(removedVariablesIn({ PORT: '3000', PURGE: 'varnish', PURGE_TOKEN: '', EDGE_TTL_SECONDS: ' ' })).toEqual([
    'PURGE',
  ])
  expect(removedVariablesIn(Object.fromEntries(removedVariables.map((name) => [name, 'x'])))).toEqual(removedVariables)
  expect(removedVariablesIn({})).toEqual([])
})
