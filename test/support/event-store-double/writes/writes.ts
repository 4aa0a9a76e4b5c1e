import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type {
  sendUnaryData,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServiceError,
} from '@grpc/grpc-js'
import { appendAnswer, appendRequestOf, deletionRequestOf, deletionAnswer } from './append-messages.ts'
import { addPart, batchAnswer, begunBatch, type BatchAppend } from './batch-messages.ts'
import { connectionReset } from '../failures.ts'
import { refusalByFault, refusalOfCall, type DoubleState } from '../state.ts'

type AppendCall = ServerReadableStream<AppendReq, AppendResp>
type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>

/** The write methods of the streams service. */
export function writes(state: DoubleState) {
  return {
    append(call: AppendCall, answer: sendUnaryData<AppendResp>): void {
      const messages: AppendReq[] = []
      call.on('data', (message: AppendReq) => messages.push(message))
      call.on('error', () => undefined)
      call.on('end', () => void appendOne(state, call, messages).then((reply) => reply?.(answer)))
    },

    batchAppend(call: BatchCall): void {
      const begun = new Map<string, BatchAppend>()
      call.on('error', () => undefined)
      call.on('data', (request: BatchAppendReq) => {
        const append = completeAppend(begun, request)
        if (append !== undefined) void appendInBatch(state, call, { append, request })
      })
      call.on('end', () => call.end())
    },

    delete(call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>): void {
      const { stream, expected } = deletionRequestOf(call.request)
      const refusal = refusalOfCall(state, call.metadata)
      if (refusal !== undefined) return answer(refusal)
      const { failure, deleted } = deletionAnswer(stream, state.log.delete(stream, expected))
      answer(failure, deleted)
    },

    tombstone(call: ServerUnaryCall<TombstoneReq, TombstoneResp>, answer: sendUnaryData<TombstoneResp>): void {
      const { stream, expected } = deletionRequestOf(call.request)
      const refusal = refusalOfCall(state, call.metadata)
      if (refusal !== undefined) return answer(refusal)
      const { failure, tombstoned } = deletionAnswer(stream, state.log.tombstone(stream, expected))
      answer(failure, tombstoned)
    },
  }
}

type Reply = (answer: sendUnaryData<AppendResp>) => void

/** Resolves to undefined if the call is never answered. */
async function appendOne(
  state: DoubleState,
  call: AppendCall,
  messages: readonly AppendReq[],
): Promise<Reply | undefined> {
  const { stream, expected, proposed } = appendRequestOf(messages)
  const taken = await take(state, call, () => appendAnswer(stream, state.log.append(stream, expected, proposed)))
  if (taken === undefined) return undefined
  return (answer) => (taken instanceof Error ? answer(taken) : answer(null, taken))
}

/** Writes an append, subject to faults and the server's state; resolves to undefined if it is never answered. */
async function take<T>(
  state: DoubleState,
  { metadata }: AppendCall | BatchCall,
  write: () => T,
): Promise<T | ServiceError | undefined> {
  state.arrivals += 1
  if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
  if (state.isSilent) return undefined
  const fault = state.faults.shift()
  const refusal = refusalByFault(state, fault) ?? refusalOfCall(state, metadata)
  if (refusal !== undefined) return refusal
  const written = write()
  if (fault === 'lose-answer') return connectionReset()
  return fault === undefined ? written : undefined
}

/** Collects the parts of an append; returns the append once its final part has arrived. */
function completeAppend(begun: Map<string, BatchAppend>, request: BatchAppendReq): BatchAppend | undefined {
  if (request.hasOptions() && request.getIsFinal()) return addPart(begunBatch(request), request)
  const id = JSON.stringify(request.getCorrelationId()?.toObject())
  const append = begun.get(id) ?? begunBatch(request)
  begun.set(id, append)
  addPart(append, request)
  if (!request.getIsFinal()) return undefined
  begun.delete(id)
  return append
}

async function appendInBatch(
  state: DoubleState,
  call: BatchCall,
  { append, request }: { append: BatchAppend; request: BatchAppendReq },
): Promise<void> {
  const { stream, expected, proposed } = append
  const taken = await take(state, call, () => {
    const written = state.log.append(stream, expected, proposed)
    return batchAnswer(request, stream, isTooLate(state, append) ? 'too-late' : written)
  })
  if (taken instanceof Error) call.emit('error', taken)
  else if (taken !== undefined && !call.cancelled) call.write(taken)
}

/** The minimum time of a flush to disk: an append with less time left before its deadline times out. */
const flushMs = 2

function isTooLate({ clockAheadMs }: DoubleState, { deadline }: BatchAppend): boolean {
  return Date.now() + clockAheadMs + flushMs > deadline
}
