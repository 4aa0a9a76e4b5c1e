import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { Pool } from 'pg'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'

// The bare counterpart of the shop: a `node:http` server that answers with given bytes. For a command, it first commits
// the bytes of the shop's events to the same engine, once per request. `BARE_ANSWERS` has the answer of each path as
// JSON; the server prints its port.

/** `stored`: the text to commit before the answer, if any. */
export type BareAnswer = { body: string; stored: string | undefined }

const answers = new Map(Object.entries<BareAnswer>(JSON.parse(process.env['BARE_ANSWERS'] ?? '{}')))
const eventStoreUrl = process.env['EVENTSTORE_URL']
const commit = eventStoreUrl ? eventStoreDbWriter(eventStoreUrl) : await postgresWriter()

/** Appends each text to a new stream, as the shop does for orders and carts. */
function eventStoreDbWriter(url: string): (stored: string) => Promise<unknown> {
  const client = EventStoreDBClient.connectionString`${url}`
  const { credentials } = readEventStoreDbUrl('TEST_EVENTSTORE_URL', url)
  const asOwnCall = { credentials: credentials ?? { username: 'nobody', password: 'nobody' } }
  return (stored) =>
    client.appendToStream(`bare-${randomUUID()}`, jsonEvent({ type: 'BareOrderPlaced', data: { stored } }), asOwnCall)
}

async function postgresWriter(): Promise<(stored: string) => Promise<unknown>> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
  await pool.query('create table if not exists bare_orders (id bigserial primary key, data text not null)')
  return (stored) => pool.query('insert into bare_orders (data) values ($1)', [stored])
}

const server = createServer((request, response) => {
  const bare = answers.get((request.url ?? '').split('?', 1)[0] ?? '')
  if (bare === undefined) return void response.writeHead(404).end()
  request.resume().on('end', () => void answer(response, bare))
})

async function answer(response: ServerResponse, { body, stored }: BareAnswer): Promise<void> {
  if (stored !== undefined) await commit(stored)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(stored === undefined ? 200 : 201, headers).end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
