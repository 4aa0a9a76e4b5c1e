import { Client, escapeIdentifier } from 'pg'

type Callback = (payload: string) => void

/** Receives Postgres notifications on its own connection. Delivery is not guaranteed, so listeners must also poll. */
export type Listener = {
  /**
   * Calls `callback` with each payload on a channel, and with '' whenever the server begins to deliver them: for the first
   * callback of the channel and after every reconnect, because earlier notifications may have been missed. Returns a
   * function that stops listening.
   */
  listen(channel: string, callback: Callback): () => void
  close(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 5_000
const heartbeatMs = 15_000

/** Connects immediately, and again after every failure, with increasing pauses, until it is closed. */
export function openListener(url: string, applicationName = 'shop listener'): Listener {
  return new PostgresListener(url, applicationName)
}

class PostgresListener implements Listener {
  readonly #url: string
  readonly #applicationName: string
  readonly #callbacks = new Map<string, Set<Callback>>()
  readonly #heartbeat: NodeJS.Timeout
  #client: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #pauseMs = firstPauseMs
  #sending: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(url: string, applicationName: string) {
    this.#url = url
    this.#applicationName = applicationName
    // A half-open connection reports no error, so only a query reveals that it is dead.
    this.#heartbeat = setInterval(() => this.#send('select 1'), heartbeatMs)
    this.#connect()
  }

  listen(channel: string, callback: Callback): () => void {
    const known = this.#callbacks.get(channel) ?? new Set()
    this.#callbacks.set(channel, known.add(callback))
    if (known.size === 1) this.#subscribe(channel)
    return () => {
      known.delete(callback)
      if (known.size > 0 || this.#callbacks.get(channel) !== known) return
      this.#callbacks.delete(channel)
      this.#send(`unlisten ${escapeIdentifier(channel)}`)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    const last = this.#client
    this.#client = undefined
    await last?.end().catch(() => undefined)
  }

  #connect(): void {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('notification', ({ channel, payload }) => this.#call(channel, payload ?? ''))
    client.on('error', () => this.#reconnect(client))
    client.on('end', () => this.#reconnect(client))
    client.connect().then(
      () => this.#introduce(client),
      () => this.#reconnect(client),
    )
  }

  #introduce(client: Client): void {
    if (this.#isClosed) {
      client.end().catch(() => undefined)
      return
    }
    this.#client = client
    this.#pauseMs = firstPauseMs
    for (const channel of this.#callbacks.keys()) this.#subscribe(channel)
  }

  /** Reports only once the LISTEN has taken effect, so that no notification is missed between it and the report. */
  #subscribe(channel: string): void {
    this.#send(`listen ${escapeIdentifier(channel)}`, () => this.#call(channel, ''))
  }

  #reconnect(failed: Client): void {
    if (this.#client === failed) this.#client = undefined
    failed.removeAllListeners('end')
    failed.end().catch(() => undefined)
    if (this.#isClosed || this.#client !== undefined) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
  }

  /** Runs one statement at a time, in the order of the calls. */
  #send(text: string, then: () => void = () => undefined): void {
    const client = this.#client
    if (client === undefined) return
    this.#sending = this.#sending.then(() => client.query(text)).then(then, () => this.#reconnect(client))
  }

  #call(channel: string, payload: string): void {
    for (const callback of this.#callbacks.get(channel) ?? []) callback(payload)
  }
}
