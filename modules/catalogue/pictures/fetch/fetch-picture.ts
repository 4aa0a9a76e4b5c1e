import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { Rejection } from '#core/domain/errors.ts'
import { isPublicAddress } from './public-address.ts'

type Address = { address: string; family: number }

export type FetchOptions = {
  /** The only hosts to fetch from: names, with a port unless it is 443. */
  hosts: readonly string[]
  /** All addresses of a name; by default those of the system's resolver. */
  resolve?: (name: string) => Promise<readonly Address[]>
  /** Which addresses may be connected to; by default those of the public internet. */
  isAllowed?: (address: string) => boolean
  /** The certificate to trust; by default the authorities of Node.js. */
  ca?: string
  /** Default 10 s, for everything together. */
  timeoutMs?: number
}

const maxBytes = 10 * 1_048_576

const resolveAll = (name: string) => lookup(name, { all: true })

/** Whether the host of this address is one of those that pictures are fetched from. */
export function isFetched(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  const hasUser = url?.username !== '' || url.password !== ''
  return url?.protocol === 'https:' && !hasUser && hosts.includes(url.host)
}

/**
 * Fetches a picture. The name is resolved once, every address must be public, and the connection goes to one of exactly
 * these addresses: a name that resolves differently the next time reaches nothing inside the network. Redirects are not
 * followed.
 * @throws Rejection that says why there is no picture
 */
export async function fetchPicture(address: string, options: FetchOptions): Promise<Buffer> {
  const url = URL.parse(address)
  if (url === null || !isFetched(address, options.hosts))
    throw refused('is not at an address from which pictures are fetched')
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000)
  try {
    const pinned = await abortable(pinnedAddress(url.hostname, options), signal)
    return await bodyOf(await responseTo(url, { pinned, signal, ca: options.ca }))
  } catch (error) {
    if (error instanceof Rejection) throw error
    throw refused(signal.aborted ? 'did not arrive in time' : noResponse)
  }
}

const noResponse = 'cannot be fetched: the host does not answer'

/** @throws Rejection unless every address of the name is public */
async function pinnedAddress(name: string, options: FetchOptions): Promise<Address> {
  const { resolve = resolveAll, isAllowed = isPublicAddress } = options
  const addresses = await resolve(name)
  const [first] = addresses
  if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
    throw refused('is on a host without a public address')
  return first
}

type Connection = { pinned: Address; signal: AbortSignal; ca: string | undefined }

function responseTo(url: URL, { pinned, signal, ca }: Connection): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    // A connection of its own: one that is kept alive may belong to an earlier address of the name.
    agent: false,
    lookup: (_name, wanted, callback) =>
      wanted.all === true ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family),
    headers: { Accept: 'image/avif, image/webp, image/png, image/jpeg', 'Accept-Encoding': 'identity' },
    ...(ca !== undefined && { ca }),
  }
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end()
  })
}

/** @throws Rejection for another status than 200, or a body that is too large */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  try {
    if (response.statusCode !== 200) throw refused(`cannot be fetched: the host answers ${response.statusCode}`)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue
      size += chunk.length
      if (size > maxBytes) throw refused('is larger than 10 MB')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}

/** Resolving a name cannot be cancelled; its result is then ignored. */
async function abortable<Result>(pending: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([pending, aborted.promise])
}

function refused(why: string): Rejection {
  return new Rejection('invalid', `The picture ${why}`)
}
