import { patience } from '../../support/patience.ts'

/** The Ghost of this suite, given from outside; without it the suite has nothing to show, and fails. */
export const ghostUrl = process.env.GHOST_URL ?? ''

export const env = {
  GHOST_URL: ghostUrl,
  GHOST_CONTENT_API_KEY: process.env.GHOST_CONTENT_API_KEY ?? '',
  ...patience,
}
