import type { Engine } from './engine.ts'

/**
 * deploy/varnish/default.vcl: `PURGE` with tags is a soft purge (vmod xkey). Each Varnish has a cache of its own, so each of
 * `PURGE_URL` is told.
 */
export const varnish: Engine = {
  // Varnish takes 8 KB for a line of a header.
  mostTags: 64,
  callsFor: (tags, { urls, token }) =>
    urls.map((url) => ({
      method: 'PURGE',
      url: `${url}/`,
      headers: { Authorization: `Bearer ${token}`, 'Surrogate-Key': tags.join(' ') },
    })),
  refusalIn: () => null,
}
