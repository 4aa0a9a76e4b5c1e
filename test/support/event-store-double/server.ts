import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials, status, type sendUnaryData } from '@grpc/grpc-js'
import { failure } from './failures.ts'
import { DoubleLog } from './log/log.ts'
import { clusterInfo, supportedMethods } from './node-messages.ts'
import { reads } from './reads/reads.ts'
import { newState, type AppendFault, type DoubleState, type Member } from './state.ts'
import { writes } from './writes/writes.ts'

export type EventStoreDouble = {
  /** Its current log, which `restart` may replace. */
  readonly log: DoubleLog
  port: number
  /** The `esdb://` URL of this double, without TLS. */
  url: string
  /** The number of appends received. */
  arrivals: () => number
  /** The number of reads received, including subscriptions. */
  reads: () => number
  subscribers: () => number
  /** The faults of the next appends, one each. */
  faults: AppendFault[]
  /** Sets whether calls go unanswered. */
  setSilent(isSilent: boolean): void
  /** Sets whether the account is denied reads and writes. */
  setRefusing(isRefusing: boolean): void
  /** Sets whether the account is denied reads of `$all`; it may still read and write streams. */
  setRefusingAll(isRefusing: boolean): void
  /** The delay of each answer; initially 0. */
  setDelay(ms: number): void
  /** The delay before each event of a page; initially 0. */
  setEventDelay(ms: number): void
  /** How far its clock runs ahead of its clients'; initially 0. */
  setClockAhead(ms: number): void
  /** Sets the function that returns the current members of its cluster. */
  setMembers(members: (() => readonly Member[]) | undefined): void
  /** Drops all subscribers, as a server does with a reader that is too slow. */
  dropSubscribers(): void
  /** Cuts every connection at once; the log stays. */
  kill(): void
  /**
   * Listens again on the same port. A log replaces the data: an earlier `log.copy()` simulates a restored backup,
   * `new DoubleLog()` a server that comes back empty.
   */
  restart(log?: DoubleLog): Promise<void>
}

/** By default the double uses no TLS and requires no account. */
export type DoubleSecurity = {
  certificate?: { cert: string; key: string }
  account?: { user: string; password: string }
}

/**
 * A wire-level double of EventStoreDB: a gRPC server built from the client's generated services, with faults on demand. It
 * gives the recorded answers of a real 24.6.0 (`test/golden/eventstoredb`). It tests how the adapter uses the client; it
 * proves nothing about the database.
 */
export async function openEventStoreDouble(
  log = new DoubleLog(),
  { certificate, account }: DoubleSecurity = {},
): Promise<EventStoreDouble> {
  const state = newState(log, account)
  const wake = () => void state.wakening.emit('more')
  let server = await listen(state, certificate)
  let unsubscribe = log.onAppend(wake)

  return {
    get log() {
      return state.log
    },
    port: state.port,
    url: `esdb://127.0.0.1:${state.port}?tls=false`,
    faults: state.faults,
    arrivals: () => state.arrivals,
    reads: () => state.reads,
    subscribers: () => state.subscribers.size,
    setSilent(isSilent) {
      state.isSilent = isSilent
      wake()
    },
    setRefusing: (isRefusing) => void (state.isRefusing = isRefusing),
    setRefusingAll: (isRefusing) => void (state.refusesAll = isRefusing),
    setEventDelay(ms) {
      state.eventDelayMs = ms
    },
    setDelay: (ms) => void (state.delayMs = ms),
    setClockAhead: (ms) => void (state.clockAheadMs = ms),
    setMembers: (members) => void (state.members = members),
    dropSubscribers: () => endSubscribers(state, failure(status.ABORTED, 'the consumer is too slow')),
    kill() {
      server.forceShutdown()
      endSubscribers(state)
    },
    async restart(replacement = state.log) {
      server.forceShutdown()
      endSubscribers(state)
      unsubscribe()
      state.log = replacement
      unsubscribe = replacement.onAppend(wake)
      server = await listen(state, certificate)
    },
  }
}

function endSubscribers({ subscribers }: DoubleState, reason?: Error): void {
  for (const subscriber of subscribers) subscriber.abort(reason)
  subscribers.clear()
}

async function listen(state: DoubleState, certificate: DoubleSecurity['certificate']): Promise<Server> {
  const server = new Server({ 'grpc.max_receive_message_length': 20_000_000 })
  server.addService(streamsService.StreamsService, { ...writes(state), ...reads(state) })
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) =>
      void (state.isSilent || answer(null, supportedMethods())),
  })
  server.addService(gossipService.GossipService, {
    read: (_: unknown, answer: sendUnaryData<unknown>) => void (state.isSilent || answer(null, clusterInfo(state))),
  })
  state.port = await bind(server, state.port, credentialsOf(certificate))
  return server
}

function credentialsOf(certificate: DoubleSecurity['certificate']): ServerCredentials {
  if (certificate === undefined) return ServerCredentials.createInsecure()
  const pair = { cert_chain: Buffer.from(certificate.cert), private_key: Buffer.from(certificate.key) }
  return ServerCredentials.createSsl(null, [pair])
}

async function bind(server: Server, port: number, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
}
