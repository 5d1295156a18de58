import { request } from 'node:http'

/** Asks for an address in one encoding; resolves to the answer and to how long it took, its body included, in milliseconds. */
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
