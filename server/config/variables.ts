import {
  hosts,
  httpAddress,
  integer,
  mailbox,
  mailboxes,
  matching,
  oneOf,
  origin,
  type Reader,
  smtpAddress,
} from './readers.ts'

export type Variable = {
  read: Reader<string | number | readonly string[]>
  /** The default value. */
  initial: string | number | readonly string[] | null
  /** No message contains the value. */
  secret?: true
  /** A message contains the value only if it looks like an address, because operators paste keys into the wrong line. */
  address?: true
}

const anyText = matching(/\S/, 'some text')

/** All environment variables. A check compares them with docs/configuration.md and `.env.example`. */
export const variables = {
  PORT: { read: integer(0, 65_535), initial: 3000 },
  HOST: { read: anyText, initial: '0.0.0.0' },
  SITE_URL: { read: origin, initial: null, address: true },
  SITE_SECRET: {
    read: matching(/^\S{16,}$/, 'at least 16 characters, without white space'),
    initial: null,
    secret: true,
  },
  GHOST_URL: { read: httpAddress, initial: null, address: true },
  GHOST_CONTENT_API_KEY: {
    read: matching(/^[0-9a-f]{26}$/, '26 lower-case hex characters'),
    initial: null,
    secret: true,
  },
  GHOST_API_VERSION: { read: matching(/^v\d+\.\d+$/, 'a version such as v5.0'), initial: 'v5.0' },
  GHOST_MEDIA_HOSTS: { read: hosts, initial: null },
  GHOST_TIMEOUT_MS: { read: integer(1, 120_000), initial: 5000 },
  GHOST_WEBHOOK_SECRET: { read: anyText, initial: null, secret: true },
  GHOST_ADMIN_API_KEY: {
    read: matching(/^[0-9a-f]{24}:[0-9a-f]{64}$/, 'id:secret, 24 and 64 lower-case hex characters'),
    initial: null,
    secret: true,
  },
  POSTS_TTL_SECONDS: { read: integer(0, 31_536_000), initial: 60 },
  POSTS_STALE_SECONDS: { read: integer(0, 31_536_000), initial: 86_400 },
  POSTS_WAIT_MS: { read: integer(0, 120_000), initial: 500 },
  POSTS_DIR: { read: anyText, initial: 'data/posts' },
  POSTS_MAX_MB: { read: integer(0, 1_000_000), initial: 256 },
  CONTENT_DIR: { read: anyText, initial: 'content/posts' },
  NEWSLETTER: { read: oneOf('ghost', 'simulated'), initial: null },
  SMTP_URL: { read: smtpAddress, initial: null, secret: true },
  CONTACT_TO: { read: mailboxes, initial: null },
  CONTACT_FROM: { read: mailbox, initial: null },
  MAIL_ACKNOWLEDGE: { read: oneOf('on', 'off'), initial: 'off' },
  OUTBOX_DIR: { read: anyText, initial: 'data/outbox' },
  OUTBOX_MAX_MB: { read: integer(1, 1_000_000), initial: 64 },
  RECAPTCHA_SITE_KEY: { read: anyText, initial: null },
  RECAPTCHA_SECRET_KEY: { read: anyText, initial: null, secret: true },
  FORMS_PER_10_MINUTES: { read: integer(1, 1_000_000), initial: 20 },
  FORMS_TOTAL_PER_10_MINUTES: { read: integer(1, 1_000_000), initial: 500 },
  TRUST_PROXY: { read: integer(0, 100), initial: 0 },
  LOG_LEVEL: { read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), initial: 'info' },
  METRICS_PORT: { read: integer(1, 65_535), initial: null },
  BLOG_PAGE_SIZE: { read: integer(0, 100_000), initial: 0 },
} as const satisfies Record<string, Variable>

export type Values = {
  [Name in keyof typeof variables]:
    | ((typeof variables)[Name]['read'] extends Reader<infer T> ? T : never)
    | (null extends (typeof variables)[Name]['initial'] ? null : never)
}
