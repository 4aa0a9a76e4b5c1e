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
  /** What it holds now; `restart` may replace it. */
  readonly log: DoubleLog
  port: number
  /** `esdb://…` of this double, where it speaks without TLS. */
  url: string
  /** How many appends have arrived. */
  arrivals: () => number
  /** How many reads have arrived, subscriptions among them. */
  reads: () => number
  subscribers: () => number
  /** What happens to the next appends, one each. */
  faults: AppendFault[]
  /** From now on nothing is answered any more, or everything again. */
  setSilent(isSilent: boolean): void
  /** From now on the account may neither read nor write, or may again. */
  setRefusing(isRefusing: boolean): void
  /** From now on the account may read and write streams, but not read `$all`, or may again. */
  setRefusingAll(isRefusing: boolean): void
  /** How long each call waits before it is answered; 0 at first. */
  setDelay(ms: number): void
  /** How long it waits before each event of a page; 0 at first. */
  setEventDelay(ms: number): void
  /** How far its clock is ahead of that of its clients; 0 at first. */
  setClockAhead(ms: number): void
  /** The cluster that it belongs to, as each call finds it. */
  setMembers(members: (() => readonly Member[]) | undefined): void
  /** As a server does with a reader that is too slow. */
  dropSubscribers(): void
  /** Cuts every connection at once; what was written stays. */
  kill(): void
  /**
   * Listens again, on the same port. With a log, as a server whose data was replaced meanwhile: `log.copy()` of before is a
   * backup that is restored, `new DoubleLog()` a server that comes back empty.
   */
  restart(log?: DoubleLog): Promise<void>
}

/** By itself it speaks without TLS, and lets everybody in. */
export type DoubleSecurity = {
  certificate?: { cert: string; key: string }
  account?: { user: string; password: string }
}

/**
 * A double of EventStoreDB on the wire: gRPC, made of the client's own generated services, with faults to order. It answers
 * what a real 24.6.0 was seen to answer (`test/golden/eventstoredb`), and proves how the adapter uses the client; of the
 * database it proves nothing.
 */
export async function openEventStoreDouble(
  log = new DoubleLog(),
  { certificate, account }: DoubleSecurity = {},
): Promise<EventStoreDouble> {
  const state = newState(log, account)
  const wake = () => void state.wakening.emit('more')
  let server = await listen(state, certificate)
  let unhear = log.onAppend(wake)

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
      unhear()
      state.log = replacement
      unhear = replacement.onAppend(wake)
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
