import type { LoggedEvent, Violation } from '../record/call.ts'

/** A row for a mail to be sent. */
export type Notification = {
  id: string
  eventId: string
  kind: string
  status: string
  /** The account that it was sent to; null until then. */
  recipientId: string | null
}

/** A mail that the mail server has taken. */
export type ReceivedMail = { messageId: string; to: string; at: number }

export type MailEvidence = {
  events: readonly LoggedEvent[]
  /** The kind of mail that each type of event causes. */
  kinds: ReadonlyMap<string, string>
  notifications: readonly Notification[]
  mails: readonly ReceivedMail[]
  /** The address of each account. */
  addresses: ReadonlyMap<string, string>
  /** When processes were killed or frozen, or engines silent: `[from, to]`. */
  disturbances: readonly (readonly [number, number])[]
}

/** Each event has one notification, and each notification its mails. */
export function mailViolations(evidence: MailEvidence): Violation[] {
  return [...rowViolations(evidence), ...sendingViolations(evidence)].map((what) => ({
    law: 'mail as the notifications say',
    what,
  }))
}

function rowViolations({ events, kinds, notifications }: MailEvidence): string[] {
  const byEvent = Map.groupBy(notifications, ({ eventId }) => eventId)
  const mailed = events.filter(({ type }) => kinds.has(type))
  const known = new Set(events.map(({ id }) => id))
  const wanted = mailed.flatMap(({ id, type, stream }) => {
    const rows = byEvent.get(id) ?? []
    if (rows.length !== 1) return [`${type} of ${stream} has ${rows.length} notifications`]
    return rows[0]?.kind === kinds.get(type) ? [] : [`${type} of ${stream} has a notification of kind ${rows[0]?.kind}`]
  })
  const unwanted = notifications.filter(({ eventId, kind }) => isOfAnEvent(kind, kinds) && !known.has(eventId))
  return [...wanted, ...unwanted.map(({ id, kind }) => `${kind} ${id} is about no event`)]
}

/** Others are requested, such as that to confirm an address. */
function isOfAnEvent(kind: string, kinds: MailEvidence['kinds']): boolean {
  return [...kinds.values()].includes(kind)
}

function sendingViolations({ notifications, mails, addresses, disturbances }: MailEvidence): string[] {
  const byId = Map.groupBy(mails, ({ messageId }) => messageId.slice(1, messageId.indexOf('@')))
  const known = new Set(notifications.map(({ id }) => id))
  const strangers = [...byId.keys()].filter((id) => !known.has(id))
  const faults = notifications.flatMap((row) => [
    ...faultsOf(row, byId.get(row.id) ?? [], addresses),
    ...doubled(row.id, byId.get(row.id) ?? [], disturbances),
  ])
  return [...strangers.map((id) => `the mail ${id} has no notification`), ...faults]
}

const unsent = new Set(['failed', 'cancelled', 'held'])

function faultsOf(
  { id, kind, status, recipientId }: Notification,
  copies: readonly ReceivedMail[],
  addresses: MailEvidence['addresses'],
): string[] {
  const about = `${kind} ${id}, which is ${status},`
  if (unsent.has(status)) return copies.length === 0 ? [] : [`${about} was sent`]
  if (status !== 'sent') return [`${about} was never sent`]
  if (copies.length === 0) return [`${about} was not sent`]
  const address = addresses.get(recipientId ?? '')
  return copies.flatMap(({ to }) => (to === address ? [] : [`${about} went to ${to} instead of ${address}`]))
}

/** A second copy needs a worker that died, or could not say that it had sent the first. */
function doubled(id: string, copies: readonly ReceivedMail[], disturbances: MailEvidence['disturbances']): string[] {
  const sorted = copies.toSorted((a, b) => a.at - b.at)
  return sorted.slice(1).flatMap(({ at }, i) => {
    const before = sorted[i]?.at ?? 0
    return disturbances.some(([from, to]) => to >= before && from <= at) ? [] : [`${id} was sent twice for no reason`]
  })
}
