import { randomBytes } from 'node:crypto'
import type { IdempotencyKey } from './message.ts'

/** The next step of a message. An acknowledgement may follow a contact message. */
export const steps = ['subscription', 'contact', 'acknowledgement'] as const

export type Step = (typeof steps)[number]

/**
 * A message of the outbox, as encoded in its file name. The queue is the folder's listing, so no file is opened for it, and
 * each transition is an atomic rename. The folder belongs to one process.
 */
export type Entry = {
  /** Begins with the time of receipt, and contains the idempotency key. */
  id: string
  step: Step
  state: 'waiting' | 'refused'
  /** When to try next, in milliseconds since 1970. */
  dueAt: number
  /** The number of deliveries that began. */
  attempts: number
}

/** Identifiers. Older builds, without idempotency keys, created shorter ones. */
export const idPattern = String.raw`\d{8}T\d{9}Z-(?:[0-9a-f]{12}|[0-9a-f]{24}-[0-9a-f]{6})`

const name = new RegExp(`^(\\d{1,15})\\.(\\d{1,6})\\.(${steps.join('|')})\\.(${idPattern})\\.json$`)

/**
 * An identifier, for example `20261120T161012345Z-3f9a2c1b7d1004e8b2c6a9f0-5d73e8`: the time, the key, and a random number,
 * because several instances may have copies.
 *
 * @param at milliseconds since 1970
 * @param key random by default
 */
export function createId(at: number, key: IdempotencyKey = randomBytes(12).toString('hex')): string {
  return `${new Date(at).toISOString().replace(/[-:.]/g, '')}-${key}-${randomBytes(3).toString('hex')}`
}

/** The key in an identifier. All copies of a message have the same one, on every instance. */
export function keyIn(id: string): IdempotencyKey {
  return id.split('-')[1] ?? id
}

/** Milliseconds since 1970. */
export function receivedAt({ id }: Entry): number {
  return Date.parse(id.replace(/^(....)(..)(..T..)(..)(..)(...Z).*$/, '$1-$2-$3:$4:$5.$6'))
}

/** The path below the outbox's folder. */
export function fileOf({ id, step, state, dueAt, attempts }: Entry): string {
  const file = `${dueAt}.${attempts}.${step}.${id}.json`
  return state === 'refused' ? `refused/${file}` : file
}

/** The entry of a file in the outbox, or in its folder `refused`; null for foreign files. */
export function parseEntry(file: string, folder: 'outbox' | 'refused'): Entry | null {
  const [, dueAt, attempts, step, id = ''] = name.exec(file) ?? []
  const known = steps.find((candidate) => candidate === step)
  if (known === undefined) return null
  const state = folder === 'refused' ? 'refused' : 'waiting'
  return { id, step: known, state, dueAt: Number(dueAt), attempts: Number(attempts) }
}
