import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '#core/domain/errors.ts'
import { defineRoute, type Reply } from '#core/http/routing/route.ts'
import { eventually } from '#test/support/eventually.ts'
import { call, openKit, parseAnswer, readAll, type Kit, type KitOptions } from './kit.ts'

const calls: { answer(reply: Reply): void }[] = []

const slowRoute = defineRoute({
  method: 'POST',
  path: '/api/slow',
  tag: 'Slow',
  summary: 'Answers when the test says so',
  access: 'everyone',
  body: Type.Object({}),
  responses: { 200: Type.Unknown() },
  handle() {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    calls.push({ answer: resolve })
    return promise
  },
})

const slowHead = 'POST /api/slow HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'

const kits: Kit[] = []
async function open(options: KitOptions = {}): Promise<Kit> {
  const kit = await openKit([slowRoute], options)
  kits.push(kit)
  return kit
}

beforeEach(() => {
  calls.length = 0
})
afterEach(async () => {
  for (const one of calls) one.answer({ status: 200 })
  for (const kit of kits.splice(0)) await kit.stop()
})

/** No client is too slow for it within a test. */
const endless = { headersMs: 60_000, requestMs: 60_000, stallMs: 60_000 }

/** More than the buffers between two ends of a connection hold if neither reads. */
const large = 'x'.repeat(20_000_000)

async function slowCalls(count: number): Promise<void> {
  while (calls.length < count) await new Promise(setImmediate)
}

async function connected(kit: Kit, ...sent: string[]): Promise<Socket> {
  const socket = connect(kit.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  for (const text of sent) socket.write(text)
  return socket
}

/** A client did not get the whole of its response. */
async function cutOff(kit: Kit): Promise<void> {
  while (!kit.logged.some((line) => line['isAborted'] === true)) await new Promise(setImmediate)
}

describe('a port', () => {
  test('in use is named, with the remedy', async () => {
    const { port } = await open()
    const problem: unknown = await openKit([], { address: { port, host: '127.0.0.1' } }).catch(
      (error: unknown) => error,
    )
    expect(problem).toBeInstanceOf(OperatorError)
    expect(problem).toMatchObject({
      message: expect.stringContaining(`port ${port}`),
      remedy: expect.stringContaining('PORT'),
    })
  })

  test('of an address that this machine lacks is reported likewise', async () => {
    const address = { port: 0, host: '203.0.113.1' }
    const problem: unknown = await openKit([], { address }).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(OperatorError)
    expect(problem).toMatchObject({ remedy: expect.stringContaining('HOST') })
  })

  test('reports each request, whatever becomes of it', async () => {
    let reported = 0
    const kit = await open({ onRequest: () => (reported += 1) })
    for (const target of ['GET /health/live', 'GET /api/nothing', 'GET /api/slow']) await call(kit, target)
    expect(reported).toBe(3)
  })

  test('is free again after stopping', async () => {
    const kit = await open()
    await kit.stop()
    const next = createServer().listen(kit.port, '127.0.0.1')
    await once(next, 'listening')
    expect(next.listening).toBe(true)
    next.close()
  })
})

test('connections are served up to the limit; one more is closed at once, until another has ended', async () => {
  const kit = await open({ maxConnections: 3 })
  const request = 'GET /health/live HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'
  const [first, ...others] = [await connected(kit), await connected(kit), await connected(kit)]
  expect(await readAll(await connected(kit))).toBe('')
  for (const socket of others) socket.write(request)
  for (const text of await Promise.all(others.map(readAll))) expect(parseAnswer(text).status).toBe(200)
  await eventually(async () => expect(parseAnswer(await readAll(await connected(kit, request))).status).toBe(200))
  first?.destroy()
})

describe('stopping', () => {
  test('accepts no new connection, and lets requests in flight finish', async () => {
    const kit = await open({ graceMs: 60_000 })
    const inFlight = call(kit, 'POST /api/slow', { body: {} })
    await slowCalls(1)
    const stopped = kit.stop()
    await expect(call(kit, 'GET /health/live')).rejects.toThrow('fetch failed')
    calls[0]?.answer({ status: 200, body: 'late but whole' })
    expect((await inFlight).body).toBe('late but whole')
    await stopped
  })

  test('answers pending requests on open connections, with a header that closes them', async () => {
    const kit = await open({ graceMs: 60_000, lingerMs: 60_000 })
    const request = 'GET /health/live HTTP/1.1\r\nHost: shop\r\n\r\n'
    const sockets = await Promise.all(Array.from({ length: 6 }, () => connected(kit, request)))
    for (const [first] of await Promise.all(sockets.map((socket) => once(socket, 'data'))))
      expect(parseAnswer(String(first)).headers.get('connection')).toBe('keep-alive')
    const stopped = kit.stop()
    for (const socket of sockets) socket.write(request)
    const last = (await Promise.all(sockets.map(readAll))).map(parseAnswer)
    expect(last.map(({ status, headers }) => [status, headers.get('connection')])).toEqual(
      sockets.map(() => [200, 'close']),
    )
    await stopped
  })

  test('answers a pending order', async () => {
    const kit = await open({ graceMs: 60_000, lingerMs: 60_000 })
    const socket = await connected(kit, slowHead)
    const stopped = kit.stop()
    socket.write('{}')
    await slowCalls(1)
    calls[0]?.answer({ status: 200, body: 'late but whole' })
    const { status, headers } = parseAnswer(await readAll(socket))
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await stopped
  })

  test('closes connections that have sent nothing', async () => {
    const kit = await open({ graceMs: 60_000, patience: endless })
    const socket = await connected(kit)
    // The server has it too once it has answered one that came later.
    await call(kit, 'GET /health/live')
    await Promise.all([once(socket, 'close'), kit.stop()])
    expect(socket.destroyed).toBe(true)
  })

  test('lets a slow client receive the whole of a long response', async () => {
    const kit = await open({ graceMs: 60_000, lingerMs: 0 })
    const [slow, silent] = await Promise.all([connected(kit, slowHead, '{}'), connected(kit)])
    await slowCalls(1)
    const stopped = kit.stop()
    calls[0]?.answer({ status: 200, body: large })
    // Closed with all idle connections, while most of the response has yet to be read.
    await once(silent, 'close')
    expect(parseAnswer(await readAll(slow)).body).toHaveLength(large.length + 2)
    await stopped
  })

  test('closes idle connections', async () => {
    const kit = await open({ graceMs: 60_000 })
    const socket = await connected(kit, 'GET /health/live HTTP/1.1\r\nHost: shop\r\n\r\n')
    await once(socket, 'data')
    await Promise.all([once(socket, 'close'), kit.stop()])
    expect(socket.destroyed).toBe(true)
  })

  test('closes a connection as soon as its last response is sent', { timeout: 9_000 }, async () => {
    const kit = await open({ graceMs: 60_000 })
    const socket = await connected(kit, slowHead, '{}')
    await slowCalls(1)
    const stopped = kit.stop()
    calls[0]?.answer({ status: 200, body: 'late but whole' })
    const answer = parseAnswer(await readAll(socket))
    expect(answer.body).toContain('late but whole')
    expect(answer.headers.get('connection')).toBe('close')
    await stopped
  })

  test('waits no longer than its grace period', async () => {
    const kit = await open({ graceMs: 50 })
    const hanging = call(kit, 'POST /api/slow', { body: {} })
    hanging.catch(() => undefined)
    await slowCalls(1)
    await kit.stop()
    await expect(hanging).rejects.toThrow('fetch failed')
  })
})

describe('a client that is slow', () => {
  // Far more than a busy machine delays the others.
  const patience = { headersMs: 1_000, requestMs: 2_000 }

  test('to send its headers, or sends nothing at all, loses its connection, and others do not notice', async () => {
    const kit = await open({ patience })
    const sockets = await Promise.all(
      Array.from({ length: 100 }, (_, index) => connected(kit, index % 2 === 0 ? 'GET / HTTP/1.1\r\nHo' : '')),
    )
    const ends = sockets.map(readAll)
    expect((await call(kit, 'GET /health/live')).status).toBe(200)
    const statuses = new Set((await Promise.all(ends)).map((text) => parseAnswer(text).status))
    expect(statuses).toEqual(new Set([408]))
  })

  test('to send its body loses its connection', async () => {
    const kit = await open({ patience })
    const head =
      'POST /api/slow HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
    const answer = parseAnswer(await readAll(await connected(kit, head, '{')))
    expect(answer.status).toBe(408)
    expect(JSON.parse(answer.body)).toMatchObject({ instance: answer.headers.get('x-request-id') })
  })

  test('to read its response loses its connection, unlike one that still waits for its own', async () => {
    const kit = await open({ patience: { stallMs: 1_000 } })
    const waiting = await connected(kit, slowHead, '{}')
    await slowCalls(1)
    const stalled = await connected(kit, slowHead, '{}')
    stalled.pause()
    await slowCalls(2)
    calls[1]?.answer({ status: 200, body: large })
    await cutOff(kit)
    calls[0]?.answer({ status: 200, body: 'late but whole' })
    const [first] = await once(waiting, 'data')
    expect(parseAnswer(String(first)).body).toBe('"late but whole"')
    waiting.destroy()
    stalled.resume()
    expect((await readAll(stalled)).length).toBeLessThan(large.length)
  })
})

test('a client that disconnects is logged, without further effect', async () => {
  const kit = await open()
  const head = 'POST /api/slow HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
  const socket = await connected(kit, head, '{')
  socket.destroy()
  await cutOff(kit)
  expect(kit.logged.filter(({ level }) => level !== 'info')).toEqual([])
  expect((await call(kit, 'GET /health/live')).status).toBe(200)
})
