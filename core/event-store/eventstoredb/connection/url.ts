import { readFileSync } from 'node:fs'
import { wrongValue } from '../../../config/settings.ts'

/** A parsed and validated `esdb://` URL. */
export type EventStoreDbSettings = {
  /** The setting that holds the URL, such as `EVENTSTORE_URL`; messages to the operator name it. */
  setting: string
  endpoints: readonly { address: string; port: number }[]
  /** `esdb+discover`, or several hosts: the client discovers the leader. */
  isCluster: boolean
  isSecure: boolean
  /** The certificate of a private authority. */
  rootCertificate?: Buffer
  credentials?: { username: string; password: string }
  options: Partial<Record<NumberOption, number>>
}

type NumberOption = (typeof numberOptions)[number]
const numberOptions = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
] as const

const form = /^(esdb|esdb\+discover):\/\/(?:([^:@/?#]+):([^:@/?#]+)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/
const host = /^([a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?)(?::(\d{1,5}))?$/i
const example = 'Set it to something like esdb://shop:password@events.example.in:2113, or leave it out.'

/**
 * Parses the URL without the client's parser, which prints a URL that it rejects, including the password. Messages
 * never quote a value.
 * @throws OperatorError
 */
export function readEventStoreDbUrl(name: string, url: string): EventStoreDbSettings {
  const [, scheme, user, password = '', hosts = '', query = ''] = form.exec(url.trim()) ?? []
  if (scheme === undefined) throw wrongValue(name, 'is not a usable URL', example)
  const endpoints = hosts.split(',').map((text) => endpointOf(name, text))
  const { numbers, texts } = readOptions(name, query)
  const account =
    user === undefined ? {} : { credentials: { username: plain(name, user), password: plain(name, password) } }
  return {
    setting: name,
    endpoints,
    isCluster: scheme === 'esdb+discover' || endpoints.length > 1,
    options: numbers,
    ...account,
    ...securityOf(name, texts, user !== undefined),
  }
}

function securityOf(name: string, texts: ReadonlyMap<string, string>, hasAccount: boolean) {
  const caFile = texts.get('tlsCAFile')
  const isSecure = texts.get('tls') !== 'false'
  if (isSecure && !hasAccount) {
    throw wrongValue(name, 'has no user', 'EventStoreDB needs an account that may read $all: esdb://user:password@….')
  }
  return { isSecure, ...(caFile !== undefined && { rootCertificate: readCertificate(name, caFile) }) }
}

function endpointOf(name: string, text: string): { address: string; port: number } {
  const [, address, port = '2113'] = host.exec(text) ?? []
  if (address === undefined || Number(port) > 65_535) throw wrongValue(name, 'has an invalid host', example)
  return { address, port: Number(port) }
}

function readOptions(name: string, query: string) {
  const numbers: Partial<Record<NumberOption, number>> = {}
  const texts = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(query)) {
    const number = numberOptions.find((known) => sameOption(known, key))
    const text = Object.keys(textOptions).find((known) => sameOption(known, key))
    if (number !== undefined && /^\d{1,9}$/.test(value)) numbers[number] = Number(value)
    else if (text !== undefined && textOptions[text]?.test(value)) texts.set(text, value)
    else
      throw wrongValue(
        name,
        `has an option ${JSON.stringify(key)} that is unknown or has an invalid value`,
        optionsRemedy,
      )
  }
  return { numbers, texts }
}

/**
 * The shop reads and writes at the leader, and always verifies certificates: other values are refused rather than
 * ignored.
 */
const textOptions: Record<string, RegExp> = {
  tls: /^(true|false)$/,
  tlsCAFile: /./,
  tlsVerifyCert: /^true$/,
  nodePreference: /^leader$/i,
}

const optionsRemedy = `Remove it. The shop supports ${[...Object.keys(textOptions), ...numberOptions].join(', ')}.`

function sameOption(known: string, given: string): boolean {
  return known.toLowerCase() === given.toLowerCase().replaceAll(/[_-]/g, '')
}

function plain(name: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrongValue(name, 'has a user or password that is not percent-encoded', 'Write each % in it as %25.')
  }
}

function readCertificate(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw wrongValue(name, 'names a tlsCAFile that cannot be read', 'Set it to the path of a PEM file.')
  }
}
