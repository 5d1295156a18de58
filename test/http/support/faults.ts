import type { Behaviour } from '../../support/fake-ghost.ts'

/** Every way in which a call to Ghost can fail. */
export const faults = [
  'hangs',
  'hangs in the body',
  'answers 500',
  'refuses the key',
  'limits the rate',
  'answers HTML',
  'answers malformed JSON',
  'answers the wrong shape',
  'cuts the body off',
  'redirects',
] as const satisfies Behaviour[]

/** Pages wait longer for a list than Ghost may take, so that a hanging Ghost counts as failing, not as late. */
export const patient = { GHOST_TIMEOUT_MS: '300', POSTS_WAIT_MS: '5000' }
