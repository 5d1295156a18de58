/** A site that waits for its Ghost as long as that may take on a busy machine. */
export const patience = { POSTS_WAIT_MS: '20000', GHOST_TIMEOUT_MS: '20000' }
