import type { EventStore } from '#core/event-store/event-store.ts'
import { addCounter, type Metrics } from '#core/telemetry/metrics.ts'
import type { Tracing } from '#core/telemetry/tracing.ts'
import type { SendingOutcome, SendingAttempt } from './jobs/send-mail.ts'
import type { WorkersDeps } from './module.ts'

type Deps = { metrics: Metrics; tracing: Tracing | undefined; store: Pick<EventStore, 'readStream'> }

/** Counts attempts to send mails by outcome, and adds each to the trace of the request that caused it. */
export function watchMails({ metrics, tracing, store }: Deps): NonNullable<WorkersDeps['onOutcome']> {
  const count = addCounter(metrics, {
    name: 'shop_mails_total',
    help: 'Attempts to send an email, by outcome',
    label: 'outcome',
  })
  const trace = tracing && traceMails(tracing, store)
  return (outcome, sending) => {
    count(outcome)
    void trace?.(outcome, sending)
  }
}

/** An attempt whose event cannot be read now is missing from the trace, but not from the counter and the log. */
function traceMails(tracing: Tracing, store: Deps['store']) {
  return async (outcome: SendingOutcome, { kind, stream, revision, startedAt }: SendingAttempt): Promise<void> => {
    const endedAt = performance.now()
    const [event] = await store.readStream(stream, { from: revision, to: revision }).catch(() => [])
    if (event === undefined) return
    tracing.done({
      name: `mail ${kind}`,
      correlationId: event.metadata.correlationId,
      traceId: event.metadata.traceId,
      causedBy: event.id,
      kind: 'client',
      startedAt,
      endedAt,
      attributes: { 'shop.mail.outcome': outcome },
      hasFailed: outcome === 'failed',
    })
  }
}
