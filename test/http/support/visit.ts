import request from 'supertest'
import type { startMeasuredSite } from '../../support/start-measured-site.ts'

export type Site = Awaited<ReturnType<typeof startMeasuredSite>>

/** A visit to a URL, for tables that are defined before there is a site. */
export const get =
  (path: string, headers: Record<string, string> = {}) =>
  (site: Site) =>
    request(site.app).get(path).set(headers)
