import type { Middleware } from 'koa'
import { openAbsenceLog, type AbsenceLog } from '../../telemetry/absence-log.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { problemResponse } from '../responses/http-response.ts'
import { ClientGone } from '../input/body.ts'
import type { RequestLog } from './request-log.ts'
import { checkTarget } from './request-target.ts'
import { send, type HttpContext, type HttpState } from './send.ts'

export type LifecycleOptions = {
  log: Log
  requestLog: RequestLog
  /** The headers of every response. */
  fixedHeaders: Readonly<Record<string, string>>
}

/** Wraps every request: sets its id and headers, logs it, and turns any error into a problem response. */
export function lifecycle({ log, requestLog, fixedHeaders }: LifecycleOptions): Middleware<HttpState> {
  const logs = { log, absence: openAbsenceLog(log) }
  return async (ctx, next) => {
    const startedAt = performance.now()
    const id = requestLog.idOf(ctx.req)
    const trace = requestLog.traceOf(ctx.req)
    ctx.state.requestId = id
    ctx.state.traceId = trace?.traceId
    ctx.state.route = 'unknown'
    ctx.set({ ...fixedHeaders, 'X-Request-Id': id })
    ctx.res.once('close', () => {
      const { route } = ctx.state
      const isAborted = !ctx.res.writableFinished
      requestLog.finished({ id, trace, method: ctx.method, route, status: ctx.res.statusCode, startedAt, isAborted })
    })
    try {
      checkTarget(ctx.req)
      await next()
    } catch (error) {
      await sendProblem(ctx, error, logs)
    }
  }
}

type Logs = { log: Log; absence: AbsenceLog }

async function sendProblem(ctx: HttpContext, error: unknown, { log, absence }: Logs): Promise<void> {
  if (error instanceof ClientGone) {
    ctx.respond = false
    return
  }
  const { requestId, route } = ctx.state
  const response = problemResponse(error, requestId)
  if (response.isUnexpected) {
    const fields = { id: requestId, route }
    // While an engine is unavailable, every request that needs it ends here.
    if (error instanceof EngineUnavailable) absence.failed(error, fields)
    else log.error({ err: error, ...fields }, 'a request has failed')
  }
  await send(ctx, response, false)
}
