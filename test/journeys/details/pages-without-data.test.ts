import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { problemResponse } from '#core/http/responses/http-response.ts'
import type { HttpState } from '#core/http/server/send.ts'
import { openStorefront } from '../../../storefront/server.ts'

const server = createServer()
let url: string

function refusal(): Response {
  const { status, headers, body } = problemResponse(new EngineUnavailable('the catalogue'), 'r1')
  return new Response(body?.toString(), { status, headers })
}

beforeAll(async () => {
  const open = await openStorefront({ siteUrl: 'https://shop.example.in', stamp: () => undefined })
  const app = new Koa<HttpState>()
  app.use(open(() => Promise.resolve(refusal())))
  const answer = app.callback()
  server.on('request', (...exchange) => void answer(...exchange)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // oxlint-disable-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
})
afterAll(() => server.close())

test.each(['/', '/collection', '/products/p1', '/search?q=monitor'])(
  'while an engine is down, %s responds with 503 and Retry-After, and without data to hydrate',
  async (path) => {
    const answer = await fetch(url + path)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    const text = await answer.text()
    expect(text).toMatch(/This page could not be loaded|No results found/)
    expect(text).toContain('try again')
    expect(text).not.toContain('id="loaded"')
  },
)
