import { createServer } from 'node:http'
import { Client } from 'pg'
import type { FloorTable } from './floor-tables.ts'
import { rowMaker } from './floor-rows.ts'

// The floor of an order: a `node:http` server that stores the rows of an order, with the same indexes, in one statement
// and one commit for all callers of the moment, and answers after the commit with the shop's bytes. `FLOOR` has the
// tables and the answer as JSON; the server prints its port.

type Floor = { tables: FloorTable[]; body: string }

const { tables, body }: Floor = JSON.parse(process.env['FLOOR'] ?? '{}')
const client = new Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
const nextRow = rowMaker(tables)
const insert = { name: 'floor', text: statementOf(tables) }

let waiting: (() => void)[] = []
let isWriting = false

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    waiting.push(() => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      response.writeHead(201, headers).end(body)
    })
    if (!isWriting) void writeAll()
  })
})

async function writeAll(): Promise<void> {
  isWriting = true
  while (waiting.length > 0) {
    const callers = waiting
    waiting = []
    const rows = callers.map(() => nextRow())
    const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))
    await client.query({ ...insert, values: columns })
    for (const answer of callers) answer()
  }
  isWriting = false
}

/** One insert per table; each column is a parameter with the values of all callers. */
function statementOf(all: readonly FloorTable[]): string {
  let parameter = 0
  const inserts = all.map(({ name, columns }) => {
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    const values = columns.map(({ type }, index) => `c${index}::${type}`).join(', ')
    const parameters = columns.map(() => `$${(parameter += 1)}::text[]`).join(', ')
    const aliases = columns.map((_, index) => `c${index}`).join(', ')
    return `insert into ${name} (${names}) select ${values} from unnest(${parameters}) as t(${aliases})`
  })
  return `with ${inserts.map((text, index) => `w${index} as (${text})`).join(', ')} select 1`
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
