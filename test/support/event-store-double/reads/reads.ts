import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { denied } from '../failures.ts'
import { streamReadRequestOf, type StreamReadRequest } from './read-messages.ts'
import { answersTo, refusalOf } from './reading.ts'
import { refusalOfCall, type DoubleState } from '../state.ts'
import { follow } from './subscriptions.ts'

type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** The read method of the streams service, which also serves subscriptions. */
export function reads(state: DoubleState) {
  return {
    read(call: ReadCall): void {
      call.on('error', () => undefined)
      state.reads += 1
      void answer(state, call)
    },
  }
}

async function answer(state: DoubleState, call: ReadCall): Promise<void> {
  if (state.delayMs > 0) await pause(state.delayMs)
  if (state.isSilent) return
  const request = streamReadRequestOf(call.request)
  const refusal = refusalOfCall(state, call.metadata) ?? forbidden(state, request) ?? refusalOf(state.log, request)
  if (refusal !== undefined) call.emit('error', refusal)
  else if (request.isSubscription) await subscribe(state, call, request)
  else await sendPage(state, call, request)
}

function forbidden({ refusesAll }: DoubleState, { stream }: StreamReadRequest) {
  return refusesAll && stream === undefined ? denied() : undefined
}

async function sendPage({ log, eventDelayMs }: DoubleState, call: ReadCall, request: StreamReadRequest): Promise<void> {
  const { signal } = endingOf(call)
  for (const message of answersTo(log, request)) {
    if (eventDelayMs > 0) await pause(eventDelayMs)
    if (signal.aborted) return
    await send(call, message, signal)
  }
  call.end()
}

async function subscribe(state: DoubleState, call: ReadCall, request: StreamReadRequest): Promise<void> {
  const ending = endingOf(call)
  const { signal } = ending
  const write = (message: ReadResp) => send(call, message, signal)
  state.subscribers.add(ending)
  try {
    await follow(state.log, request, { write, signal, wakening: state.wakening, isSilent: () => state.isSilent })
  } catch {
    // The consumer has disconnected, or was dropped with a reason.
    const { reason } = signal
    if (reason instanceof Error && 'code' in reason && typeof reason.code === 'number') call.emit('error', reason)
  } finally {
    state.subscribers.delete(ending)
  }
}

/** Aborted when the client disconnects or the server is killed; for a subscriber, also to drop it. */
function endingOf(call: ReadCall): AbortController {
  const ending = new AbortController()
  const end = () => ending.abort()
  call.on('cancelled', end)
  call.on('close', end)
  return ending
}

/** Resolves when the consumer is ready for more: this back-pressure keeps only a few answers in memory. */
async function send(call: ReadCall, message: ReadResp, signal: AbortSignal): Promise<void> {
  if (signal.aborted || call.write(message)) return
  await once(call, 'drain', { signal }).catch(() => undefined)
}
