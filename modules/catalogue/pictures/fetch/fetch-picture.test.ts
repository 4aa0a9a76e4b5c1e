import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate, type TestCertificate } from '#test/support/engines/certificate.ts'
import { needsOpenssl } from '#test/support/engines/engines.ts'
import { png } from '#test/support/shop/pictures.ts'
import { fetchPicture, isFetched, type FetchOptions } from './fetch-picture.ts'

const picture = png({ width: 4, height: 3 })

/** The responses of the host, by path. */
const answers: Readonly<Record<string, RequestListener>> = {
  '/monitor.png': (_request, response) => void response.end(picture),
  '/moved.png': (_request, response) => void response.writeHead(302, { Location: '/monitor.png' }).end(),
  '/gone.png': (_request, response) => void response.writeHead(404).end(),
  '/endless.png': (_request, response) => {
    const more = () => void response.write(Buffer.alloc(1_048_576), () => !response.destroyed && more())
    more()
  },
  '/slow.png': (_request, response) => void response.write(picture.subarray(0, 8)),
}

let certificate: TestCertificate
let server: Server
let asked: string[] = []
let port: number
const name = 'cdn.supplier.example'

beforeAll(async () => {
  if (needsOpenssl.skip === true) return
  certificate = await makeCertificate({ names: `DNS:${name}` })
  server = createServer(certificate, (request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // oxlint-disable-line typescript/no-unsafe-type-assertion -- it listens on a port
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await certificate?.remove()
})

const local = { address: '127.0.0.1', family: 4 }
const elsewhere = { address: '127.0.0.9', family: 4 }

/** Fetches from the test's host, whose address counts as public here. */
function get(path: string, options: Partial<FetchOptions> = {}): Promise<Buffer | string> {
  asked = []
  const here = { hosts: [`${name}:${port}`], resolve: () => Promise.resolve([local]), ca: certificate.cert }
  const usual = { ...here, isAllowed: (address: string) => address === local.address }
  return fetchPicture(`https://${name}:${port}${path}`, { ...usual, ...options }).catch((error: unknown) =>
    error instanceof Error ? error.message : 'not an error',
  )
}

const never = () => Promise.withResolvers<never>().promise

describe('a picture on an allowed host', needsOpenssl, () => {
  test('is fetched, under the name of the host', async () => {
    expect(await get('/monitor.png')).toEqual(picture)
    expect(asked).toEqual([`${name}:${port} /monitor.png`])
  })

  test.each([
    ['/moved.png', 'The picture cannot be fetched: the host answers 302'],
    ['/gone.png', 'The picture cannot be fetched: the host answers 404'],
    ['/endless.png', 'The picture is larger than 10 MB'],
  ])('is rejected at %s, without a further request', async (path, message) => {
    expect(await get(path)).toBe(message)
    expect(asked).toHaveLength(1)
  })

  test('is given up if it does not arrive in time, or its name is never resolved', async () => {
    expect(await get('/slow.png', { timeoutMs: 300 })).toBe('The picture did not arrive in time')
    expect(await get('/monitor.png', { timeoutMs: 50, resolve: never })).toBe('The picture did not arrive in time')
  })

  test('is rejected if the certificate is not trusted or names another host', async () => {
    const { ca: _none, ...untrusting } = { ca: undefined, hosts: [`${name}:${port}`] }
    const refusal = 'The picture cannot be fetched: the host does not answer'
    const address = `https://${name}:${port}/monitor.png`
    const options = { ...untrusting, resolve: () => Promise.resolve([local]), isAllowed: () => true }
    await expect(fetchPicture(address, options)).rejects.toThrow(refusal)
    const other = `https://other.example:${port}/monitor.png`
    const others = { ...options, hosts: [`other.example:${port}`], ca: certificate.cert }
    await expect(fetchPicture(other, others)).rejects.toThrow(refusal)
  })
})

describe('no request leaves the shop', needsOpenssl, () => {
  const noPublicAddress = 'The picture is on a host without a public address'

  test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'for a name that resolves to %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4
      const { isAllowed: _default, ...usual } = {
        isAllowed: undefined,
        resolve: () => Promise.resolve([{ address, family }]),
      }
      const url = `https://${name}:${port}/monitor.png`
      const options = { ...usual, hosts: [`${name}:${port}`], ca: certificate.cert }
      asked = []
      await expect(fetchPicture(url, options)).rejects.toThrow(noPublicAddress)
      expect(asked).toEqual([])
    },
  )

  test('for a name that has a private address among public ones, or none', async () => {
    expect(await get('/monitor.png', { resolve: () => Promise.resolve([local, elsewhere]) })).toBe(noPublicAddress)
    expect(await get('/monitor.png', { resolve: () => Promise.resolve([]) })).toBe(noPublicAddress)
    expect(asked).toEqual([])
  })

  test('to the second address of a name that is rebound after the check', async () => {
    const resolved = [[local], [elsewhere]]
    expect(await get('/monitor.png', { resolve: () => Promise.resolve(resolved.shift() ?? []) })).toEqual(picture)
    // It was resolved once: the connection went to the address that was checked.
    expect(resolved).toEqual([[elsewhere]])
  })
})

test.each([
  ['https://cdn.example.in/a.png', true],
  ['https://CDN.example.in/a.png', true],
  ['https://cdn.example.in:443/a.png', true],
  ['https://cdn.example.in:8443/a.png', false],
  ['http://cdn.example.in/a.png', false],
  ['https://cdn.example.in.evil.example/a.png', false],
  ['https://evil.example/cdn.example.in', false],
  ['/images/a.png', false],
  ['', false],
])('fetches only from listed hosts: %s: %s', (address, expected) =>
  expect(isFetched(address, ['cdn.example.in'])).toBe(expected),
)
