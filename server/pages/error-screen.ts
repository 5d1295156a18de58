import type { ErrorRequestHandler, Request } from 'express'
import { type FailureReason, renderFailure } from '../../client/entry-server.tsx'
import { yearAt } from '../../shared/dates.ts'
import type { Language } from '../../shared/language.ts'
import { botCheckProviderOf, type Context } from '../config/config.ts'
import { encode, type Representation } from '../http/content-encoding.ts'
import { errorBody, HttpError, payloadTooLarge } from '../http/http-error.ts'
import { languageOfRequest } from '../i18n/language.ts'
import { failureKey } from './cache-keys.ts'
import type { AssetsFor } from '../bundle/bundle.ts'
import type { PageCache } from './page-cache.ts'
import { send } from '../http/send.ts'

export type ErrorScreenOptions = {
  assetsFor: AssetsFor
  cache: Pick<PageCache, 'document'>
  /** Whether a path is for programs, so that its errors are JSON. */
  isInterface: (path: string) => boolean
}

/** Sends an error response that does not reveal the cause, and logs the cause. */
export function createErrorScreen(
  { config, texts, now, log }: Context,
  { assetsFor, cache, isInterface }: ErrorScreenOptions,
): ErrorRequestHandler {
  async function render(reason: FailureReason, language: Language, year: number): Promise<Representation> {
    const html = await renderFailure(reason, {
      language,
      texts: texts.cloneInstance({ lng: language }),
      siteUrl: config.siteUrl,
      year,
      botCheck: botCheckProviderOf(config),
      assets: await assetsFor(null, language),
    })
    return encode(html, 'text/html; charset=utf-8')
  }

  return async (thrown, req, res, next) => {
    const error = toHttpError(thrown)
    if (error.status >= 500 && error !== thrown) log.error({ err: thrown, request: req.id }, 'request failed')
    if (res.headersSent) return next(thrown)
    // The client disconnected. A response would be logged as sent.
    if (req.socket.destroyed) return
    res.set('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(error.details.headers ?? {})) res.set(name, value)
    if ((isInterface(req.path) && !isVisitorsForm(req)) || isMissedByPage(req, error)) {
      res.status(error.status).type('json').json(errorBody(error))
      return
    }
    const isForm = isInterface(req.path)
    const language = isForm ? languageOfSender(req) : (req.lng ?? languageOfRequest(req.path, req.headers.cookie))
    try {
      const reason = isForm ? reasonOfRefusal(error.status) : reasonOf(error.status)
      const year = yearAt(now())
      const screen = await cache.document(failureKey(reason, language, year), () => render(reason, language, year))
      send(req, res, screen, { status: error.status })
    } catch (failure) {
      // The error screen itself failed. Only its title is sent, which is the same in all languages.
      log.error({ err: failure, request: req.id }, 'error screen failed')
      res.status(500).type('text').send(texts.t('error.title'))
    }
  }
}

/** Whether a browser sent a form without JavaScript, so that a person reads the response. */
function isVisitorsForm(req: Request): boolean {
  return (
    req.method === 'POST' &&
    /application\/x-www-form-urlencoded/.test(req.get('content-type') ?? '') &&
    acceptsPage(req)
  )
}

function acceptsPage(req: Request): boolean {
  return /text\/html/.test(req.get('accept') ?? '')
}

/** Forms have the same URL in all languages. `Referer`, if sent, tells the language of the form's page. */
function languageOfSender(req: Request): Language {
  const page = req.get('referer') ?? ''
  return languageOfRequest(URL.canParse(page) ? new URL(page).pathname : req.path, req.headers.cookie)
}

function reasonOfRefusal(status: number): FailureReason {
  return status === 429 ? 'tooManyForms' : 'refused'
}

/** Whether a page requests a chunk of an older build. It gets JSON, while a person who opens the URL gets the error screen. */
function isMissedByPage(req: Request, { status }: HttpError): boolean {
  return status === 404 && req.path.startsWith('/assets/') && !acceptsPage(req)
}

function reasonOf(status: number): FailureReason {
  if (status === 404) return 'notFound'
  if (status === 405) return 'methodNotAllowed'
  if (status === 429) return 'tooMany'
  return status < 500 ? 'badRequest' : 'failed'
}

/** Express's parsers throw errors with a status and a type. All others are defects, whose cause is not revealed. */
function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  const { status, type, limit } = (thrown ?? {}) as { status?: unknown; type?: unknown; limit?: unknown }
  if (status === 413 && typeof limit === 'number') return payloadTooLarge(limit)
  if (type === 'parameters.too.many') return new HttpError(413, 'PayloadTooLargeError', 'the form has too many fields')
  if (status === 415)
    return new HttpError(415, 'UnsupportedMediaTypeError', 'the charset or encoding of the body is not supported')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new HttpError(
      status,
      'BadRequestError',
      type === 'entity.parse.failed' ? 'the body cannot be parsed' : 'the request cannot be understood',
    )
  }
  return new HttpError(500, 'InternalServerError', 'this did not work; it has been noted')
}
