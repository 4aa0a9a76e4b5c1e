import { isIP, type Socket } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import { OperatorError } from '../../../domain/errors.ts'
import { codeOf } from '../../../process/system-error.ts'
import type { EventStoreDbSettings } from './url.ts'

export type Endpoint = { address: string; port: number }

/** What is asked for: the settings of the URL, and the name of the setting that holds it, such as `EVENTSTORE_URL`. */
type Asked = Pick<EventStoreDbSettings, 'setting' | 'isSecure' | 'rootCertificate'>

/** A handshake that takes longer than this explains nothing. */
const handshakeMs = 1_000

/**
 * Why no connection can be made in the way that the URL asks for, where a second look can tell: gRPC reports every failure to
 * connect as `UNAVAILABLE`, with a text that is not part of its interface. Opens one TLS handshake per endpoint and sends
 * nothing. `undefined` where an endpoint can be reached as configured, or is not there at all.
 */
export async function connectionFault(
  asked: Asked,
  endpoints: readonly Endpoint[],
): Promise<OperatorError | undefined> {
  const faults = await Promise.all(endpoints.map((endpoint) => faultAt(asked, endpoint)))
  return faults.find((fault) => fault !== undefined)
}

async function faultAt(asked: Asked, endpoint: Endpoint): Promise<OperatorError | undefined> {
  const error = await handshake(asked, endpoint)
  if (!asked.isSecure) return error === undefined ? speaksTls(asked) : unresolved(asked, error)
  return error === undefined ? undefined : (unresolved(asked, error) ?? refusedCertificate(asked, error))
}

/** The error that ended the handshake; undefined where it succeeded. Without TLS in the URL any certificate will do. */
function handshake({ isSecure, rootCertificate }: Asked, { address, port }: Endpoint): Promise<unknown> {
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
    // Once it has ended, the socket may still report errors that concern nobody.
    socket.on('error', end)

    function end(outcome: unknown): void {
      socket.destroy()
      resolve(outcome)
    }
  })
}

function speaksTls({ setting }: Asked): OperatorError {
  return new OperatorError(
    `EventStoreDB speaks TLS, and ${setting} says tls=false`,
    `Remove tls=false from ${setting}. Where an authority of your own signed its certificate, add tlsCAFile=/path/ca.crt.`,
  )
}

function unresolved({ setting }: Asked, cause: unknown): OperatorError | undefined {
  if (!['ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(cause))) return undefined
  const remedy = `Correct the host name in ${setting}, or its entry in the DNS.`
  return new OperatorError(`the host name in ${setting} cannot be resolved`, remedy, { cause })
}

function refusedCertificate(asked: Asked, cause: unknown): OperatorError | undefined {
  const code = codeOf(cause)
  const known = Object.entries(certificateFaults).find(([codes]) => codes.split(' ').includes(code))
  if (known === undefined) return undefined
  const [message, remedy] = known[1](asked, cause)
  return new OperatorError(message, remedy, { cause })
}

type Words = (asked: Asked, cause: unknown) => [message: string, remedy: string]

/** What is said of each of OpenSSL's and Node's error codes. */
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
    `EventStoreDB does not speak TLS, and ${setting} asks for it`,
    `Give the server a certificate; on a trusted network only, add tls=false to ${setting}.`,
  ],
}

function untrusted({ setting, rootCertificate }: Asked): [string, string] {
  return rootCertificate === undefined
    ? [
        'the certificate of EventStoreDB is signed by an authority that is not trusted here',
        `Add tlsCAFile=/path/ca.crt to ${setting}: the PEM file of the authority that signed it.`,
      ]
    : [
        `the certificate of EventStoreDB is not signed by the authority in the tlsCAFile of ${setting}`,
        'Set tlsCAFile to the PEM file of the authority that signed it.',
      ]
}

/** The names that a certificate is for, as Node's error carries it. */
function namesIn(error: unknown): string {
  if (!(error instanceof Error) || !('cert' in error)) return ''
  const { cert } = error
  if (typeof cert !== 'object' || cert === null || !('subjectaltname' in cert)) return ''
  return ` (${String(cert.subjectaltname)})`
}
