import { createServer, type ServerResponse } from 'node:http'
import { Pool } from 'pg'

// The bare counterpart of the shop: `node:http` that answers with given bytes, and, where the shop writes, first inserts
// and commits the bytes of its events, once a request. `BARE_ANSWERS` tells what it answers at which path; it prints its port.

/** `stored`: what it commits before it answers, if anything. */
export type BareAnswer = { body: string; stored: string | undefined }

const answers = new Map(Object.entries<BareAnswer>(JSON.parse(process.env['BARE_ANSWERS'] ?? '{}')))
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })

await pool.query('create table if not exists bare_orders (id bigserial primary key, data text not null)')

const server = createServer((request, response) => {
  const bare = answers.get((request.url ?? '').split('?', 1)[0] ?? '')
  if (bare === undefined) return void response.writeHead(404).end()
  request.resume().on('end', () => void answer(response, bare))
})

async function answer(response: ServerResponse, { body, stored }: BareAnswer): Promise<void> {
  if (stored !== undefined) await pool.query('insert into bare_orders (data) values ($1)', [stored])
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(stored === undefined ? 200 : 201, headers).end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
