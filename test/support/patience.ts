/** A timeout for Ghost that is long enough on a busy machine. */
export const patience = { POSTS_WAIT_MS: '20000', GHOST_TIMEOUT_MS: '20000' }
