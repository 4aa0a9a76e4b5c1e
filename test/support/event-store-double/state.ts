import { EventEmitter } from 'node:events'
import type { ServiceError } from '@grpc/grpc-js'
import { connectionReset, denied, notLeader, notReady, unauthenticated } from './failures.ts'
import type { DoubleLog } from './log/log.ts'

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

/** A member of a cluster as the others see it. */
export type Member = { port: number; isAlive: boolean; isLeader: boolean }

/** What every call looks at; the controls of the double change it. */
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
  /** The cluster that it belongs to; by itself it is its own leader. */
  members: (() => readonly Member[]) | undefined
  /** Tells subscriptions of appends, and of the end of a silence, by `more`. */
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

/** Why a call is not answered as it should be, whatever it asks for. */
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

/** The failure with which a fault answers; undefined where it lets the append be written. */
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
