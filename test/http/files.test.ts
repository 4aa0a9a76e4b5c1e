import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileServer } from '../../storefront/files.ts'

const script = 'console.log("Sanjeevani")'
let folder: string
let server: Server
let url: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-files-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'index-1a2b.js'), script)
  await writeFile(join(folder, 'assets', 'index-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  const answered = fileServer(folder)
  const app = new Koa()
  app.use(async (ctx) => {
    if (!(await answered(ctx))) ctx.body = 'a page'
  })
  const answer = app.callback()
  server = createServer((...exchange) => void answer(...exchange)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // oxlint-disable-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers })

describe('the storefront’s files', () => {
  test('are cached permanently if their name contains a hash, and for an hour otherwise', async () => {
    const asset = await get('/assets/index-1a2b.js', { 'Accept-Encoding': 'identity' })
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect(asset.headers.get('Content-Encoding')).toBeNull()
    expect(await asset.text()).toBe(script)
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(icon.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/)
  })

  test('are compressed for clients that accept it, with their own content type', async () => {
    const answer = await get('/assets/index-1a2b.js', { 'Accept-Encoding': 'gzip, br' })
    expect(answer.headers.get('Content-Encoding')).toBe('br')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(await answer.text()).toBe(script)
  })

  test('are not sent again to a client that has them, nor whole if a range is requested, nor at all for HEAD', async () => {
    const first = await get('/favicon.svg')
    // As a browser does; fetch on its own would not accept a cached response.
    const asBrowser = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
    const known = await get('/favicon.svg', asBrowser)
    expect(known.status).toBe(304)
    const part = await get('/favicon.svg', { Range: 'bytes=1-3' })
    expect([part.status, await part.text()]).toEqual([206, 'svg'])
    const head = await get('/favicon.svg', {}, 'HEAD')
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '6', ''])
  })

  test('deleted while the shop runs are not found, without further effect', async () => {
    await rm(join(folder, 'assets'), { recursive: true })
    for (const coding of ['identity', 'br']) {
      const answer = await get('/assets/index-1a2b.js', { 'Accept-Encoding': coding })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('a page')
      for (const header of ['Cache-Control', 'Content-Encoding', 'ETag', 'Vary'])
        expect(answer.headers.get(header)).toBeNull()
    }
    expect((await get('/favicon.svg')).status).toBe(200)
  })

  test.each([
    '/assets',
    '/assets/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/index-1a2b.js%00',
    '/nothing',
  ])('do not include %s', async (path) => {
    expect(await (await get(path)).text()).toBe('a page')
  })
})
