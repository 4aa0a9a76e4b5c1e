import type { RecordedEvent } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/decider.ts'
import type { operationsEvents } from '#modules/operations/events.ts'

type OperationEvent = RecordedEvent & EventOf<typeof operationsEvents>

/** What an operator did with a read model, as a person tells it. */
export function operationDeed({ type, data }: OperationEvent): string {
  const { projection: name } = data
  switch (type) {
    case 'ProjectionReplayed':
      return told(data, `replayed ${name}`, `a replay of ${name}`)
    case 'ProjectionStreamReplayed':
      return told(data, `made the rows of ${data.stream} in ${name} anew`, `a replay of one stream of ${name}`)
    case 'ProjectionReplayRehearsed':
      return told(data, `tried what a replay of ${name} would change`, `a dry run of ${name}`)
    case 'ProjectionVerified':
      return told(data, `compared ${name} with the log: ${differing(data)}`, `a comparison of ${name}`)
    case 'ProjectionRolledBack':
      return told(data, `brought the previous build of ${name} back`, `a rollback of ${name}`)
    case 'ProjectionCopied':
      return told(data, `copied ${name} as of position ${data.until} into ${data.schema}`, `a copy of ${name}`)
    case 'ProjectionRetried':
      return `let ${name} try again`
    case 'ProjectionEventSkipped':
      return `left ${data.event.type} at position ${data.position} out of ${name}`
    case 'EventLogAdopted':
      return `accepted the event log, which ends at position ${data.head} and has lost ${data.lostEvents} events`
    case 'ProjectionSkipWithdrawn':
      return `took the event at position ${data.position} into ${name} again`
    case 'HeldMailsSent':
      return `released ${mails(data.count)} to be sent`
    case 'HeldMailsDiscarded':
      return `marked ${mails(data.count)} as not sent`
    case 'EventLeftOut':
      return `left ${data.event.type} at position ${data.position} out for every reader of the log`
    case 'EventLeftOutWithdrawn':
      return `withdrew that the event at position ${data.position} is left out`
  }
}

function told({ outcome }: { outcome: 'done' | 'stopped' | 'failed' }, done: string, attempt: string): string {
  if (outcome === 'done') return done
  return outcome === 'stopped' ? `stopped ${attempt}` : `began ${attempt}, which failed`
}

function mails(count: number): string {
  return count === 1 ? '1 held mail' : `${count.toLocaleString('en-IN')} held mails`
}

type Compared = {
  missing?: number | undefined
  extra?: number | undefined
  different?: number | undefined
  position?: number | undefined
  notCompared?: { events: number } | undefined
  failedAt?: number | undefined
}

/** How many rows differ, and, where not all events were compared, how far it came and where the read model had failed. */
function differing(compared: Compared): string {
  const { missing = 0, extra = 0, different = 0 } = compared
  const rows = missing + extra + different
  const some = rows === 1 ? '1 row differs' : `${rows.toLocaleString('en-IN')} rows differ`
  return `${rows === 0 ? 'they agree' : some}${notComparedIn(compared)}`
}

function notComparedIn({ position = 0, notCompared, failedAt }: Compared): string {
  const unseen = notCompared && ` up to position ${position}, with ${events(notCompared.events)} not compared`
  const failure = failedAt === undefined ? '' : `; the read model has failed at position ${failedAt}`
  return `${unseen ?? ''}${failure}`
}

function events(count: number): string {
  return count === 1 ? '1 event' : `${count.toLocaleString('en-IN')} events`
}
