/** The Ghost of this suite, given from outside; without it the suite has nothing to show, and fails. */
export const ghostUrl = process.env.GHOST_URL ?? ''

/** A site that waits for its Ghost as long as that may take on a busy machine. */
export const env = {
  GHOST_URL: ghostUrl,
  GHOST_CONTENT_API_KEY: process.env.GHOST_CONTENT_API_KEY ?? '',
  GHOST_TIMEOUT_MS: '20000',
  POSTS_WAIT_MS: '20000',
}
