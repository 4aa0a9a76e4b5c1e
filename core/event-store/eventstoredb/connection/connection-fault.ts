import { isIP, type Socket } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import { OperatorError } from '../../../domain/errors.ts'
import { codeOf } from '../../../process/system-error.ts'
import type { EventStoreDbSettings } from './url.ts'

export type Endpoint = { address: string; port: number }

/** The relevant settings of the URL, and the name of the setting that holds it, such as `EVENTSTORE_URL`. */
type Target = Pick<EventStoreDbSettings, 'setting' | 'isSecure' | 'rootCertificate'>

/** The timeout of the diagnostic handshake; a timeout is no diagnosis. */
const handshakeMs = 1_000

/**
 * Diagnoses why no connection can be made with the URL's settings: gRPC reports every failure to connect as
 * `UNAVAILABLE`, with a text that is not part of its interface. Opens one TLS handshake per endpoint and sends nothing.
 * `undefined` where an endpoint can be reached as configured, or does not respond at all.
 */
export async function connectionFault(
  target: Target,
  endpoints: readonly Endpoint[],
): Promise<OperatorError | undefined> {
  const faults = await Promise.all(endpoints.map((endpoint) => faultAt(target, endpoint)))
  return faults.find((fault) => fault !== undefined)
}

async function faultAt(target: Target, endpoint: Endpoint): Promise<OperatorError | undefined> {
  const error = await handshake(target, endpoint)
  if (!target.isSecure) return error === undefined ? speaksTls(target) : unresolved(target, error)
  return error === undefined ? undefined : (unresolved(target, error) ?? refusedCertificate(target, error))
}

/**
 * The error that ended the handshake; undefined where it succeeded. If the URL disables TLS, any certificate is
 * accepted.
 */
function handshake({ isSecure, rootCertificate }: Target, { address, port }: Endpoint): Promise<unknown> {
  const options: ConnectionOptions = {
    host: address,
    port,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: isSecure,
    ...(isIP(address) === 0 && { servername: address }),
    ...(rootCertificate && { ca: rootCertificate }),
  }
  return new Promise((resolve) => {
    const socket: Socket = connect(options, () => end(undefined))
    socket.setTimeout(handshakeMs, () => end(new Error(`no handshake within ${handshakeMs} ms`)))
    // The socket may still emit errors after the outcome is known; they are ignored.
    socket.on('error', end)

    function end(outcome: unknown): void {
      socket.destroy()
      resolve(outcome)
    }
  })
}

function speaksTls({ setting }: Target): OperatorError {
  return new OperatorError(
    `EventStoreDB speaks TLS, but ${setting} has tls=false`,
    `Remove tls=false from ${setting}. If a private authority signed its certificate, add tlsCAFile=/path/ca.crt.`,
  )
}

function unresolved({ setting }: Target, cause: unknown): OperatorError | undefined {
  if (!['ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(cause))) return undefined
  const remedy = `Correct the host name in ${setting}, or its DNS entry.`
  return new OperatorError(`the host name in ${setting} cannot be resolved`, remedy, { cause })
}

function refusedCertificate(target: Target, cause: unknown): OperatorError | undefined {
  const code = codeOf(cause)
  const known = Object.entries(certificateFaults).find(([codes]) => codes.split(' ').includes(code))
  if (known === undefined) return undefined
  const [message, remedy] = known[1](target, cause)
  return new OperatorError(message, remedy, { cause })
}

type Words = (target: Target, cause: unknown) => [message: string, remedy: string]

/** Message and remedy by the error codes of OpenSSL and Node. */
const certificateFaults: Record<string, Words> = {
  'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED CERT_SIGNATURE_FAILURE INVALID_CA':
    untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ setting }, cause) => [
    `the certificate of EventStoreDB is not for the host in ${setting}`,
    `Use a host that the certificate names${namesIn(cause)}, or issue one for the host in ${setting}.`,
  ],
  CERT_HAS_EXPIRED: () => [
    'the certificate of EventStoreDB has expired',
    'Issue a new one and install it on the server; until then the shop refuses the connection.',
  ],
  CERT_NOT_YET_VALID: () => [
    'the certificate of EventStoreDB is not valid yet',
    'Compare the clocks of both machines, or issue a certificate that is valid now.',
  ],
  'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG EPROTO': ({ setting }) => [
    `EventStoreDB does not speak TLS, but ${setting} requires it`,
    `Give the server a certificate; on a trusted network only, add tls=false to ${setting}.`,
  ],
}

function untrusted({ setting, rootCertificate }: Target): [string, string] {
  return rootCertificate === undefined
    ? [
        'the certificate of EventStoreDB is signed by an untrusted authority',
        `Add tlsCAFile=/path/ca.crt to ${setting}: the PEM file of the authority that signed it.`,
      ]
    : [
        `the certificate of EventStoreDB is not signed by the authority in the tlsCAFile of ${setting}`,
        'Set tlsCAFile to the PEM file of the authority that signed it.',
      ]
}

/** The names in a certificate, taken from Node's error. */
function namesIn(error: unknown): string {
  if (!(error instanceof Error) || !('cert' in error)) return ''
  const { cert } = error
  if (typeof cert !== 'object' || cert === null || !('subjectaltname' in cert)) return ''
  return ` (${String(cert.subjectaltname)})`
}
