import { EventEmitter } from 'node:events'
import type { ServiceError } from '@grpc/grpc-js'
import { connectionReset, denied, notLeader, notReady, unauthenticated } from './failures.ts'
import type { DoubleLog } from './log/log.ts'

/** A fault of the next append. */
export type AppendFault =
  /** Written, but the answer is lost. */
  | 'lose-answer'
  /** Not written, and the answer leaves the outcome unknown. */
  | 'lose-request'
  /** Written, but never answered. */
  | 'hang'
  | 'not-leader'
  | 'deny'

/** A member of a cluster as the others see it. */
export type Member = { port: number; isAlive: boolean; isLeader: boolean }

/** The state that every call reads and the double's controls change. */
export type DoubleState = {
  log: DoubleLog
  port: number
  account?: { user: string; password: string }
  faults: AppendFault[]
  arrivals: number
  reads: number
  subscribers: Set<AbortController>
  isSilent: boolean
  isRefusing: boolean
  refusesAll: boolean
  delayMs: number
  eventDelayMs: number
  clockAheadMs: number
  /** The members of its cluster; undefined for a single node, which is its own leader. */
  members: (() => readonly Member[]) | undefined
  /** Emits `more` to subscriptions after an append, and when a silence ends. */
  wakening: EventEmitter
}

export function newState(log: DoubleLog, account: DoubleState['account']): DoubleState {
  return {
    log,
    port: 0,
    ...(account !== undefined && { account }),
    faults: [],
    arrivals: 0,
    reads: 0,
    subscribers: new Set(),
    isSilent: false,
    isRefusing: false,
    refusesAll: false,
    delayMs: 0,
    eventDelayMs: 0,
    clockAheadMs: 0,
    members: undefined,
    wakening: new EventEmitter().setMaxListeners(0),
  }
}

type Headers = { get(key: string): unknown[] }

/** The error with which any call fails in this state, if any. */
export function refusalOfCall(state: DoubleState, headers: Headers): ServiceError | undefined {
  if (isStranger(state, headers)) return unauthenticated()
  if (state.isRefusing) return denied()
  const members = state.members?.()
  if (members === undefined) return undefined
  const leader = members.find(({ isLeader }) => isLeader)
  if (leader === undefined) return notReady()
  const wantsLeader = headers.get('requires-leader')[0] === 'true'
  return wantsLeader && leader.port !== state.port ? notLeader(leader.port) : undefined
}

/** The error that a fault answers with; undefined if the append is written. */
export function refusalByFault(state: DoubleState, fault: AppendFault | undefined): ServiceError | undefined {
  if (fault === 'lose-request') return connectionReset()
  if (fault === 'deny') return denied()
  return fault === 'not-leader' ? notLeader(state.port) : undefined
}

function isStranger({ account }: DoubleState, headers: Headers): boolean {
  if (account === undefined) return false
  const known = Buffer.from(`${account.user}:${account.password}`).toString('base64')
  return headers.get('authorization')[0] !== `Basic ${known}`
}
