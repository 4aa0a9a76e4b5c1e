import type { shopIdentityEvents } from '#core/event-store/identity/events.ts'
import type { Sentences } from '#core/module/manifest.ts'
import type { operationsEvents } from './events.ts'

/** What an operator did, or the shop itself did to its log, in words that follow the actor's name. */
export const operationSentences: Sentences<typeof operationsEvents & typeof shopIdentityEvents> = {
  ProjectionReplayed: ({ data }) => ending(data, `replayed ${data.projection}`, `a replay of ${data.projection}`),
  ProjectionStreamReplayed: ({ data }) =>
    ending(data, `replayed ${data.stream} in ${data.projection}`, `a replay of one stream of ${data.projection}`),
  ProjectionReplayRehearsed: ({ data }) =>
    ending(data, `ran a dry run of ${data.projection}`, `a dry run of ${data.projection}`),
  ProjectionVerified: ({ data }) =>
    ending(data, `verified ${data.projection}: ${differing(data)}`, `a verification of ${data.projection}`),
  ProjectionRolledBack: ({ data }) =>
    ending(data, `rolled ${data.projection} back to the previous build`, `a rollback of ${data.projection}`),
  ProjectionCopied: ({ data }) =>
    ending(
      data,
      `copied ${data.projection} as of position ${data.until} into ${data.schema}`,
      `a copy of ${data.projection}`,
    ),
  ProjectionRetried: ({ data }) => `retried ${data.projection}`,
  ProjectionEventSkipped: ({ data }) => `skipped ${data.event.type} at position ${data.position} in ${data.projection}`,
  ProjectionSkipWithdrawn: ({ data }) =>
    `withdrew the skip of the event at position ${data.position} in ${data.projection}`,
  HeldMailsSent: ({ data }) => `released ${counted(data.count, 'held email')} to be sent`,
  HeldMailsDiscarded: ({ data }) => `marked ${counted(data.count, 'held email')} as not sent`,
  MailsRetried: ({ data }) => `retried ${counted(data.count, 'email')}`,
  MailSentAgain: ({ data }) => `sent an email about ${data.stream} again`,
  EventLeftOut: ({ data }) => `skipped ${data.event.type} at position ${data.position} for every reader of the log`,
  EventLeftOutWithdrawn: ({ data }) =>
    `withdrew the skip of the event at position ${data.position} for every reader of the log`,
  EventLogAdopted: ({ data }) =>
    `accepted the event log, which ends at position ${data.head} and has lost ${counted(data.lostEvents, 'event')}`,
  ShopIdentified: ({ data }) => `marked this log as that of ${data.name}`,
  ShopMoved: ({ data }) => `updated its name to ${data.name} and its database`,
}

function ending({ outcome }: { outcome: 'done' | 'stopped' | 'failed' }, done: string, attempt: string): string {
  if (outcome === 'done') return done
  return outcome === 'stopped' ? `stopped ${attempt}` : `began ${attempt}, which failed`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en-IN')} ${noun}s`
}

type Compared = {
  missing?: number | undefined
  extra?: number | undefined
  different?: number | undefined
  position?: number | undefined
  notCompared?: { events: number } | undefined
  failedAt?: number | undefined
}

/** How many rows differ; up to which position, if not all events were compared; and where the read model failed. */
function differing(compared: Compared): string {
  const { missing = 0, extra = 0, different = 0 } = compared
  const rows = missing + extra + different
  const some = rows === 1 ? '1 row differs' : `${rows.toLocaleString('en-IN')} rows differ`
  return `${rows === 0 ? 'it matches the log' : some}${notComparedIn(compared)}`
}

function notComparedIn({ position = 0, notCompared, failedAt }: Compared): string {
  const unseen = notCompared && ` up to position ${position}, with ${counted(notCompared.events, 'event')} not compared`
  const failure = failedAt === undefined ? '' : `; the read model has failed at position ${failedAt}`
  return `${unseen ?? ''}${failure}`
}
