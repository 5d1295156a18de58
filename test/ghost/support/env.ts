import { patience } from '../../support/patience.ts'

/** The Ghost of this suite, from the environment. Without it the suite fails. */
export const ghostUrl = process.env.GHOST_URL ?? ''

export const env = {
  GHOST_URL: ghostUrl,
  GHOST_CONTENT_API_KEY: process.env.GHOST_CONTENT_API_KEY ?? '',
  ...patience,
}
