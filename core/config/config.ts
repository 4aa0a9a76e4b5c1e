import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readEngines, type EngineConfig } from './engines.ts'
import { readDeliveryTimes, type DeliveryTimes } from './delivery-times.ts'
import { readMailConfig, type MailConfig } from './mails.ts'
import { readGivenSecrets, type GivenSecrets } from './given-secrets.ts'
import { readEventStoreDbUrl, type EventStoreDbSettings } from '../event-store/eventstoredb/connection/url.ts'
import { logLevels, type LogLevel } from '../telemetry/log.ts'
import { settingsOf, urlOf, wrongValue, type Settings } from './settings.ts'

/** The validated configuration. Read once, at start-up. */
export type Config = {
  isProduction: boolean
  host: string
  /** 0 means any free port. */
  port: number
  /** The port on which a process without the API serves its health and metrics; `undefined`: none. */
  healthPort: number | undefined
  /** The address of an OpenTelemetry collector, without the path; `undefined`: no traces are exported. */
  tracesUrl: string | undefined
  /** The base of every link in a mail, without a trailing slash. */
  publicUrl: string
  /** Absolute; it may not exist yet. */
  dataDir: string
  /** The list of erased accounts, which is kept outside backups. */
  erasuresFile: string
  /** How many MB must stay free on the disk of the embedded database. */
  diskReserveMb: number
  /** The operator's own Postgres; `undefined` means the embedded one. */
  databaseUrl: string | undefined
  /** EventStoreDB; `undefined` means the event tables in the database. */
  eventStore: EventStoreDbSettings | undefined
  /** The content of a new shop at its first start. */
  seed: 'demo' | 'none'
  logLevel: LogLevel
  /** Other sites whose pages may call the API, as browsers send them in `Origin`. */
  corsOrigins: readonly string[]
  /** The only hosts from which an import fetches pictures. */
  pictureHosts: readonly string[]
  /** The number of the operator's proxies in front of the shop: `X-Forwarded-For` is trusted up to the outermost. */
  trustedProxies: number
  /** Multiplies what an account or a network address may store in a time; 0 lifts the limits. */
  budgetScale: number
  /** How long orders usually take. */
  deliveryTimes: DeliveryTimes
  secrets: GivenSecrets
} & EngineConfig &
  MailConfig

/**
 * Reads the configuration from the environment. Relative paths are resolved against `cwd`.
 * @throws OperatorError that names the variable, the problem and the remedy
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  const settings = settingsOf(env)
  const isProduction = settings.oneOf('NODE_ENV', ['production', 'development', 'test']) === 'production'
  const host = readHost(settings)
  const port = readPort(settings, 'PORT') ?? 3000
  const dataDir = resolve(cwd, settings.text('DATA_DIR') ?? 'data')
  return {
    isProduction,
    host,
    port,
    healthPort: readPort(settings, 'HEALTH_PORT'),
    tracesUrl: readTracesUrl(settings),
    publicUrl: readPublicUrl(settings) ?? localUrl(host, port),
    dataDir,
    erasuresFile: resolve(cwd, settings.text('ERASURES_FILE') ?? join(dataDir, 'erasures.txt')),
    diskReserveMb: readDiskReserve(settings),
    databaseUrl: readDatabaseUrl(settings),
    eventStore: readEventStore(settings),
    seed: settings.oneOf('SEED', ['demo', 'none']) ?? 'demo',
    logLevel: settings.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    corsOrigins: readCorsOrigins(settings),
    pictureHosts: readPictureHosts(settings),
    trustedProxies: readTrustedProxies(settings),
    budgetScale: readBudgetScale(settings, isProduction),
    deliveryTimes: readDeliveryTimes(settings),
    secrets: readGivenSecrets(settings, isProduction),
    ...readEngines(settings),
    ...readMailConfig(settings),
  }
}

/** The URL at which a browser on this machine reaches a shop that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
}

/** The host and port of PUBLIC_URL, by which operators know the shop; `undefined` where it is not set. */
export function publicHost({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | undefined {
  return publicUrl === localUrl(host, port) ? undefined : new URL(publicUrl).host
}

function readHost(settings: Settings): string {
  const host = settings.text('HOST') ?? '127.0.0.1'
  if (isIP(host) > 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(host)) return host
  throw wrongValue('HOST', `is "${host}"`, 'Set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.')
}

function readPort(settings: Settings, name: string): number | undefined {
  const text = settings.text(name)
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (port <= 65_535) return port
  throw wrongValue(name, `is "${text}"`, 'Set it to a whole number from 0 (any free one) to 65535, or leave it out.')
}

function readPublicUrl(settings: Settings): string | undefined {
  const value = settings.text('PUBLIC_URL')
  if (value === undefined) return undefined
  const url = urlOf('PUBLIC_URL', value, ['https', 'http'])
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw wrongValue(
      'PUBLIC_URL',
      'must contain only scheme, host, port and path',
      'Set it to something like https://shop.example.in.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

function readTracesUrl(settings: Settings): string | undefined {
  const value = settings.text('OTEL_EXPORTER_OTLP_ENDPOINT')
  return value === undefined ? undefined : urlOf('OTEL_EXPORTER_OTLP_ENDPOINT', value, ['http', 'https']).href
}

function readDiskReserve(settings: Settings): number {
  const text = settings.text('DISK_RESERVE_MB') ?? '200'
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw wrongValue('DISK_RESERVE_MB', `is "${text}"`, 'Set it to a whole number of megabytes, or to 0 for none.')
}

function readDatabaseUrl(settings: Settings): string | undefined {
  const value = settings.text('DATABASE_URL')
  if (value !== undefined) urlOf('DATABASE_URL', value, ['postgres', 'postgresql'])
  return value
}

function readEventStore(settings: Settings): EventStoreDbSettings | undefined {
  const value = settings.text('EVENTSTORE_URL')
  return value === undefined ? undefined : readEventStoreDbUrl('EVENTSTORE_URL', value)
}

function readCorsOrigins(settings: Settings): string[] {
  const origins = (settings.text('CORS_ORIGINS') ?? '').split(',').map((origin) => origin.trim())
  return origins.filter(Boolean).map((origin) => {
    if (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin) return origin
    throw wrongValue(
      'CORS_ORIGINS',
      `holds "${origin}"`,
      'List origins such as https://shop.example.in, with commas between.',
    )
  })
}

function readPictureHosts(settings: Settings): string[] {
  const hosts = (settings.text('PICTURE_HOSTS') ?? '').split(',').map((host) => host.trim())
  return hosts.filter(Boolean).map((host) => {
    const isName = /^[a-z\d.-]+(?::\d{1,5})?$/.test(host) && URL.parse(`https://${host}/`)?.host === host
    if (isName && isIP(host) === 0) return host
    const remedy = 'List names such as cdn.example.in, in lower case, with commas between.'
    throw wrongValue('PICTURE_HOSTS', `holds "${host}"`, remedy)
  })
}

function readTrustedProxies(settings: Settings): number {
  const text = settings.text('TRUSTED_PROXIES') ?? '0'
  if (/^(\d|10)$/.test(text)) return Number(text)
  throw wrongValue(
    'TRUSTED_PROXIES',
    `is "${text}"`,
    'Set it to the number of your own proxies in front of the shop, from 0 to 10, or leave it out for none.',
  )
}

function readBudgetScale(settings: Settings, isProduction: boolean): number {
  const text = settings.text('BUDGET_SCALE') ?? '1'
  const scale = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN
  if (scale === 0 && isProduction) {
    throw wrongValue('BUDGET_SCALE', 'is 0, which lifts all limits', 'Set it above 0 in production, or leave it out.')
  }
  if (scale >= 0) return scale
  throw wrongValue('BUDGET_SCALE', `is "${text}"`, 'Set it to a number such as 0.5 or 10, or leave it out for 1.')
}
