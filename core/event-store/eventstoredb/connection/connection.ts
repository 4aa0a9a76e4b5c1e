import { EventStoreDBClient, LEADER, NotLeaderError, type StreamingRead } from '@eventstore/db-client'
import { Channel, credentials as channelCredentials } from '@grpc/grpc-js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { within } from '../../../async/deadline.ts'
import { EngineUnavailable, remedyOf } from '../../../domain/errors.ts'
import { callAppend } from '../append-call.ts'
import { AppendStream } from '../append-stream.ts'
import { connectionFault, type Endpoint } from './connection-fault.ts'
import { allRequestOf, streamRequestOf, type ReadAllRequest, type ReadStreamRequest } from '../read-call.ts'
import { EventStream } from '../event-stream.ts'
import { asFailure, keepsClient } from './failure.ts'
import type { EventStoreDbSettings } from './url.ts'
import type { ExactAppend } from '../../codec/prepared-append.ts'
import type { StoredEvent } from '../../codec/recorded-events.ts'

/**
 * The adapter's connection to EventStoreDB: every call has a timeout, and a client that a failure may have left
 * unusable is replaced.
 */
export type EventStoreDbConnection = {
  /** @throws EngineUnavailable when the work fails other than by a definite refusal, or takes longer than `ms` */
  call<T>(ms: number, work: (client: ShopClient, calling: Calling) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The options of a call. With credentials, the library does not send an append over the stream shared by the whole
 * process.
 */
export type Calling = { credentials: { username: string; password: string }; requiresLeader: boolean; deadline: number }

/** Without TLS the client sends no credentials; these only select how the library makes the call. */
const placeholder = { username: 'nobody', password: 'nobody' }

/** While connections fail, the cause is diagnosed at most once in this time. */
const diagnosisMs = 2_000

export function openEventStoreDbConnection(settings: EventStoreDbSettings): EventStoreDbConnection {
  let client: ShopClient | undefined
  let diagnosis: { until: number; fault: Promise<unknown> } = { until: 0, fault: Promise.resolve(undefined) }

  async function replace(failed: ShopClient, leader?: Endpoint): Promise<void> {
    if (client !== failed) return
    client = leader && new ShopClient(settings, leader)
    await failed.closeChannel()
  }

  /** A failure to connect, with a remedy for the operator where the diagnosis finds one. */
  async function explained(failure: unknown, used: ShopClient): Promise<unknown> {
    const isUnreachable = failure instanceof EngineUnavailable && failure.outcome === 'none'
    if (!isUnreachable || remedyOf(failure) !== undefined) return failure
    const cause = await faultOf(used)
    return cause === undefined ? failure : new EngineUnavailable(failure.engine, { outcome: 'none', cause })
  }

  async function faultOf(used: ShopClient): Promise<unknown> {
    if (performance.now() >= diagnosis.until)
      diagnosis = { until: performance.now() + diagnosisMs, fault: connectionFault(settings, used.places()) }
    return diagnosis.fault
  }

  return {
    async call(ms, work) {
      client ??= new ShopClient(settings)
      const used = client
      const credentials = settings.credentials ?? placeholder
      try {
        return await within(ms, work(used, { credentials, requiresLeader: settings.isCluster, deadline: ms }))
      } catch (error) {
        if (!keepsClient(error)) void replace(used, leaderOf(error, settings))
        throw await explained(asFailure(error, settings.setting), used)
      }
    },
    async close() {
      await client?.closeChannel()
    },
  }
}

/** The leader as reported by the node that refused; a single node has no other to switch to. */
function leaderOf(error: unknown, { isCluster }: EventStoreDbSettings): Endpoint | undefined {
  return isCluster && error instanceof NotLeaderError ? error.leader : undefined
}

/**
 * The library's client on a channel of our own: the library never closes a channel that has gone silent, and all
 * clients of the process share its reconnect back-off, which grows to two minutes.
 */
export class ShopClient extends EventStoreDBClient {
  readonly #settings: EventStoreDbSettings
  readonly #leader: Endpoint | undefined
  #channel: Promise<Channel> | undefined
  readonly #appends = new Set<AppendStream>()

  constructor(settings: EventStoreDbSettings, leader?: Endpoint) {
    const { endpoints, options, rootCertificate, isSecure, credentials } = settings
    // Discovery is short, because every call has a timeout.
    const discovery = { maxDiscoverAttempts: 3, gossipTimeout: 2, ...options, nodePreference: LEADER } as const
    const security = isSecure ? { insecure: false, ...(rootCertificate && { rootCertificate }) } : { insecure: true }
    super({ endpoints: [...endpoints], ...discovery }, security, credentials)
    this.#settings = settings
    this.#leader = leader
  }

  protected override getChannel = async (): Promise<Channel> => {
    this.#channel ??= this.#openChannel()
    return this.#channel
  }

  async #openChannel(): Promise<Channel> {
    const { isSecure, rootCertificate, options } = this.#settings
    const security = isSecure ? channelCredentials.createSsl(rootCertificate) : channelCredentials.createInsecure()
    return new Channel(await this.#place(), security, {
      'grpc.keepalive_time_ms': options.keepAliveInterval ?? 10_000,
      'grpc.keepalive_timeout_ms': options.keepAliveTimeout ?? 10_000,
      'grpc.max_receive_message_length': 17 * 1024 * 1024,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
    })
  }

  /** Only a cluster needs discovery of its leader. */
  async #place(): Promise<string> {
    const { endpoints, isCluster } = this.#settings
    const known = this.#leader ?? (isCluster ? undefined : endpoints[0])
    return known === undefined ? this.resolveUri() : `${known.address}:${known.port}`
  }

  /** The endpoints that it may connect to: the known leader, or every host of the URL. */
  places(): readonly Endpoint[] {
    return this.#leader === undefined ? this.#settings.endpoints : [this.#leader]
  }

  /** One append in a separate call. Resolves to its commit position, if the server returns it. */
  async append(append: ExactAppend, calling: Calling): Promise<bigint | undefined> {
    return this.execute(streamsService.StreamsClient, 'append', (client) => {
      const [metadata, options] = this.callArguments(calling)
      return callAppend({ client, metadata, options }, append)
    })
  }

  /** Opens a stream for many appends; it closes with this client. */
  async openAppends(calling: Calling): Promise<AppendStream> {
    return this.execute(streamsService.StreamsClient, 'batchAppend', async (client) => {
      const [metadata, options] = this.callArguments(calling, { deadline: Infinity })
      const stream = new AppendStream(client.batchAppend(metadata, options), () => this.#appends.delete(stream))
      this.#appends.add(stream)
      return stream
    })
  }

  /**
   * Reads events of `$all`, parsed lazily. The stream emits the library's errors and is cancelled like the library's
   * own reads.
   */
  readLog(request: ReadAllRequest, calling: Calling): StreamingRead<StoredEvent> {
    return this.#read(allRequestOf(request), calling)
  }

  /** Reads events of one stream in the same way; none where there is no such stream. */
  readEvents(request: ReadStreamRequest, calling: Calling): StreamingRead<StoredEvent> {
    return this.#read(streamRequestOf(request), calling)
  }

  #read(request: ReadReq, calling: Calling): StreamingRead<StoredEvent> {
    const callArguments = this.callArguments(calling)
    return new EventStream(
      this.GRPCStreamCreator(streamsService.StreamsClient, 'read', (client) => client.read(request, ...callArguments)),
    )
  }

  async closeChannel(): Promise<void> {
    for (const stream of this.#appends) stream.close()
    const channel = await this.#channel?.catch(() => undefined)
    channel?.close()
  }
}
