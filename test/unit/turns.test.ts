import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createTurns } from '../../server/pages/turns.ts'

it('makes one thing at a time for a connection, in the order in which they were asked for, and those of others meanwhile', async () => {
  const inTurn = createTurns()
  const [connection, other] = [new Socket(), new Socket()]
  const begun: string[] = []
  let finish = (_: string) => {}
  const unfinished = new Promise<string>((resolve) => {
    finish = resolve
  })
  const make = (name: string, made: Promise<string> | string) => () => {
    begun.push(name)
    return Promise.resolve(made)
  }

  const first = inTurn(connection, make('first', unfinished))
  const second = inTurn(connection, make('second', 'b'))
  expect(await inTurn(other, make('of another', 'c'))).toBe('c')
  expect(begun).toEqual(['first', 'of another'])

  finish('a')
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(begun).toEqual(['first', 'of another', 'second'])
})

it('makes nothing for a connection that was gone before its turn came', async () => {
  const inTurn = createTurns()
  const connection = new Socket()
  const first = inTurn(connection, () => Promise.resolve(connection.destroy() && 'a'))
  const second = inTurn(connection, () => Promise.resolve('b'))
  expect(await Promise.all([first, second])).toEqual(['a', null])
})

it('gives the next its turn after one that failed', async () => {
  const inTurn = createTurns()
  const connection = new Socket()
  const first = inTurn(connection, () => Promise.reject(new Error('a page failed')))
  const second = inTurn(connection, () => Promise.resolve('b'))
  await expect(first).rejects.toThrow('a page failed')
  expect(await second).toBe('b')
})
