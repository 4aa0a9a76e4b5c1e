import { createServer } from 'node:http'
import { Pool } from 'pg'
import { sessionTypes } from '#core/database/session/types.ts'

// The bare counterpart of the product lists: a `node:http` server that answers `/list`, and `/list/` followed by
// categories separated by commas, with the rows of one page, read by `pg` with the page query alone, and `/cached` with
// fixed bytes. It prints its port.

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16, types: sessionTypes })
const cached = Buffer.from(process.env['BARE_ANSWER'] ?? '')

const rowsOf = (where: string) => `
  select * from read_product_list.products where created_position > 0 ${where}
  order by created_position desc limit $1 offset $2`

async function pageOf(url: URL): Promise<string> {
  const of = (name: string) => Number(url.searchParams.get(name))
  const page = [of('size'), of('page') * of('size')]
  const categories = url.pathname.split('/')[2]
  const { rows } =
    categories === undefined
      ? await pool.query(rowsOf(''), page)
      : await pool.query(rowsOf('and category = any($3)'), [...page, categories.split(',')])
  return JSON.stringify({ content: rows })
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://bare')
  const answer = url.pathname === '/cached' ? Promise.resolve(cached) : pageOf(url)
  const send = (body: string | Buffer) =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  answer.then(send, () => response.writeHead(500).end())
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
