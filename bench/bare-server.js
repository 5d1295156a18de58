// A bare node:http server in its own process. It answers from memory, with what its parent sent for each address and encoding.
import { createServer } from 'node:http'

const copies = new Map()
const server = createServer((req, res) => {
  const { headers, body } = copies.get(`${req.headers['accept-encoding']} ${req.url}`)
  res.writeHead(200, headers).end(body)
})
process.on('message', ({ path, encoding, headers, body }) => {
  copies.set(`${encoding} ${path}`, { headers, body: Buffer.from(body, 'base64') })
  process.send('kept')
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
