import { request } from 'node:http'

/** Requests an address in one encoding. Resolves to the answer, with the milliseconds until the end of its body. */
export function get(url, encoding = 'br') {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (res) => {
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => {
        const ms = performance.now() - began
        resolve({ ms, status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}
