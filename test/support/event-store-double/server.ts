import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerWritableStream,
} from '@grpc/grpc-js'
import { DoubleLog, type LoggedEvent } from './log.ts'
import { appendAnswer, askedAppend, askedRead, confirmation, eventAnswer, failure, notFoundAnswer } from './messages.ts'
import type { AskedRead } from './messages.ts'

/** What happens to the next append instead of what should. */
export type AppendFault =
  /** Written, and then the answer is lost. */
  | 'lose-answer'
  /** Not written, and an answer that leaves it open. */
  | 'lose-request'
  /** Written, and never answered. */
  | 'hang'
  | 'not-leader'
  | 'deny'

export type EventStoreDouble = {
  log: DoubleLog
  port: number
  /** `esdb://…` of this double, where it speaks without TLS. */
  url: string
  /** How many appends have arrived. */
  arrivals: () => number
  subscribers: () => number
  faults: AppendFault[]
  /** From now on nothing is answered any more, or everything again. */
  setSilent(isSilent: boolean): void
  /** From now on the account may neither read nor write, or may again. */
  setRefusing(isRefusing: boolean): void
  /** Of several doubles on one log, those that do not lead send commands away. */
  setLeader(leader: EventStoreDouble | undefined): void
  setMembers(members: readonly EventStoreDouble[]): void
  /** As a server does with a reader that is too slow. */
  dropSubscribers(): void
  /** Cuts every connection at once; what was written stays. */
  kill(): void
  /** Listens again, on the same port. */
  restart(): Promise<void>
}

/** By itself it speaks without TLS, and lets everybody in. */
export type DoubleSecurity = {
  certificate?: { cert: string; key: string }
  account?: { user: string; password: string }
}

type AppendCall = ServerReadableStream<AppendReq, AppendResp>
type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/**
 * A double of EventStoreDB on the wire: gRPC, made of the client's own generated services, with faults to order. It proves
 * how the adapter uses the client; of the database it proves nothing.
 */
export async function openEventStoreDouble(
  log = new DoubleLog(),
  { certificate, account }: DoubleSecurity = {},
): Promise<EventStoreDouble> {
  const subscribers = new Set<ReadCall>()
  const faults: AppendFault[] = []
  let server: Server | undefined
  let port = 0
  let arrivals = 0
  let isSilent = false
  let isRefusing = false
  let leader: EventStoreDouble | undefined
  let members: readonly EventStoreDouble[] = []

  function append(call: AppendCall, answer: sendUnaryData<AppendResp>): void {
    const messages: AppendReq[] = []
    call.on('data', (message: AppendReq) => messages.push(message))
    call.on('error', () => undefined)
    call.on('end', () => {
      arrivals += 1
      if (isStranger(call)) answer(failure(status.UNAUTHENTICATED, 'Unauthenticated'))
      else if (!isSilent) write(messages, answer)
    })
  }

  function isStranger({ metadata }: AppendCall | ReadCall): boolean {
    if (account === undefined) return false
    const known = Buffer.from(`${account.user}:${account.password}`).toString('base64')
    return metadata.get('authorization')[0] !== `Basic ${known}`
  }

  /** As a follower does, it sends commands to the leader. */
  function nextFault(): AppendFault | undefined {
    const isFollower = leader !== undefined && leader.port !== port
    return faults.shift() ?? (isRefusing ? 'deny' : isFollower ? 'not-leader' : undefined)
  }

  function write(messages: readonly AppendReq[], answer: sendUnaryData<AppendResp>): void {
    const fault = nextFault()
    const refusal = fault && refusalOf(fault, leader?.port ?? port)
    if (refusal !== undefined) return answer(refusal)
    const { stream, expected, proposed } = askedAppend(messages)
    const written = log.append(stream, expected, proposed)
    if (fault === 'lose-answer') answer(failure(status.UNAVAILABLE, 'connection reset'))
    else if (fault === undefined) answer(null, appendAnswer(written))
  }

  function read(call: ReadCall): void {
    call.on('error', () => undefined)
    if (isSilent) return
    if (isStranger(call)) return void call.emit('error', failure(status.UNAUTHENTICATED, 'Unauthenticated'))
    if (isRefusing) return void call.emit('error', denied())
    const asked = askedRead(call.request)
    if (asked.isSubscription) return subscribe(call)
    if (asked.stream !== undefined && log.stream(asked.stream).length === 0) call.write(notFoundAnswer(asked.stream))
    else for (const event of pageOf(log, asked)) call.write(eventAnswer(event))
    call.end()
  }

  function subscribe(call: ReadCall): void {
    subscribers.add(call)
    const stop = log.onAppend(
      (event) => void (isSilent || event.type.startsWith('$') || call.write(eventAnswer(event))),
    )
    call.on('cancelled', () => {
      stop()
      subscribers.delete(call)
    })
    call.on('close', stop)
    call.write(confirmation())
  }

  async function listen(): Promise<void> {
    server = new Server({ 'grpc.max_receive_message_length': 20_000_000 })
    server.addService(streamsService.StreamsService, { append, read })
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) =>
        void (isSilent || answer(null, noFeatures())),
    })
    server.addService(gossipService.GossipService, {
      read: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, clusterOf(members, leader)),
    })
    port = await bind(server, port, credentialsOf(certificate))
  }

  await listen()
  const double: EventStoreDouble = {
    log,
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    faults,
    arrivals: () => arrivals,
    subscribers: () => subscribers.size,
    setSilent: (silent) => void (isSilent = silent),
    setRefusing: (refusing) => void (isRefusing = refusing),
    setLeader: (other) => void (leader = other),
    setMembers: (all) => void (members = all),
    dropSubscribers() {
      for (const call of subscribers) call.emit('error', failure(status.ABORTED, 'the consumer is too slow'))
      subscribers.clear()
    },
    kill() {
      server?.forceShutdown()
      subscribers.clear()
    },
    restart: listen,
  }
  return double
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

function denied() {
  return failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}

function refusalOf(fault: AppendFault, leaderPort: number) {
  if (fault === 'lose-request') return failure(status.UNAVAILABLE, 'connection reset')
  if (fault === 'deny') return denied()
  if (fault !== 'not-leader') return undefined
  return failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  })
}

/** Forwards with the given place, backwards without it, as the server does. */
function pageOf(log: DoubleLog, { stream, from, count, isBackwards }: AskedRead): LoggedEvent[] {
  const all = stream === undefined ? log.events : log.stream(stream)
  const placeOf = (event: LoggedEvent) => (stream === undefined ? event.position : event.revision)
  if (isBackwards) {
    const before = from === 'end' ? all.length : all.findIndex((event) => placeOf(event) >= Number(from))
    return all.slice(Math.max(0, before - count), before).toReversed()
  }
  const start = from === 'start' ? 0 : indexAt(all, placeOf, Number(from))
  return all.slice(start, start + count)
}

/** The first event at a place or behind it. */
function indexAt(all: readonly LoggedEvent[], placeOf: (event: LoggedEvent) => number, place: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const event = all[middle]
    if (event !== undefined && placeOf(event) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** No batches: clients append with one call each. */
function noFeatures() {
  return new features.SupportedMethods().setEventStoreServerVersion('0.0.0-double')
}

function clusterOf(members: readonly EventStoreDouble[], leader: EventStoreDouble | undefined) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  const told = members.map((member) =>
    new gossip.MemberInfo()
      .setTimeStamp('0')
      .setIsAlive(true)
      .setState(member.port === leader?.port ? LEADER : FOLLOWER)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(member.port)),
  )
  return new gossip.ClusterInfo().setMembersList(told)
}
