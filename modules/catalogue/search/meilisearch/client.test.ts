import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meiliClient } from './client.ts'

const asked: (string | string[] | undefined)[] = []
const server = createServer((request, response) => {
  asked.push(request.headers['accept-encoding'])
  response.setHeader('content-type', 'application/json').end('{"status":"available"}')
})
let url = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // oxlint-disable-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
})
afterAll(() => server.close())

test('Meilisearch is asked for uncompressed responses', async () => {
  await meiliClient({ url, key: undefined }).call((meili) => meili.health())
  expect(asked).toEqual(['identity'])
})
