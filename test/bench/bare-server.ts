import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'

// The bare counterpart of the shop: `node:http` that answers with given bytes, and, where the shop writes, first inserts
// and commits the bytes of the request. `BARE_ANSWERS` tells what it answers at which path; it prints its port.

type Bare = { body: string; isWriting: boolean }

const answers = new Map(Object.entries<Bare>(JSON.parse(process.env['BARE_ANSWERS'] ?? '{}')))
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })

await pool.query('create table if not exists bare_orders (id bigserial primary key, data text not null)')

const server = createServer((request, response) => {
  const bare = answers.get((request.url ?? '').split('?', 1)[0] ?? '')
  if (bare === undefined) return void response.writeHead(404).end()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => void answer({ request, response }, bare, Buffer.concat(chunks)))
})

type Exchange = { request: IncomingMessage; response: ServerResponse }

async function answer({ response }: Exchange, { body, isWriting }: Bare, sent: Buffer): Promise<void> {
  if (isWriting) await pool.query('insert into bare_orders (data) values ($1)', [sent.toString('utf8')])
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(isWriting ? 201 : 200, headers).end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
