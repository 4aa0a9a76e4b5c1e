import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { Pool } from 'pg'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'

// The bare counterpart of the shop: `node:http` that answers with given bytes, and, where the shop writes, first keeps
// the bytes of its events in the engine that the shop keeps them in, once a request. `BARE_ANSWERS` tells what it answers at which path; it prints its port.

/** `stored`: what it commits before it answers, if anything. */
export type BareAnswer = { body: string; stored: string | undefined }

const answers = new Map(Object.entries<BareAnswer>(JSON.parse(process.env['BARE_ANSWERS'] ?? '{}')))
const eventStoreUrl = process.env['EVENTSTORE_URL']
const keep = eventStoreUrl ? keepInEventStoreDb(eventStoreUrl) : await keepInPostgres()

/** A stream each, as the shop's orders and carts have it. */
function keepInEventStoreDb(url: string): (stored: string) => Promise<unknown> {
  const client = EventStoreDBClient.connectionString`${url}`
  const { credentials } = readEventStoreDbUrl('TEST_EVENTSTORE_URL', url)
  const asOwnCall = { credentials: credentials ?? { username: 'nobody', password: 'nobody' } }
  return (stored) =>
    client.appendToStream(`bare-${randomUUID()}`, jsonEvent({ type: 'BareOrderPlaced', data: { stored } }), asOwnCall)
}

async function keepInPostgres(): Promise<(stored: string) => Promise<unknown>> {
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
  if (stored !== undefined) await keep(stored)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(stored === undefined ? 200 : 201, headers).end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
