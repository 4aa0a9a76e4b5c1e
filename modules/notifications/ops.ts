import type { Kysely } from 'kysely'
import { operatorAtKeyboard } from '#core/cli/operator.ts'
import { columns, type Terminal } from '#core/cli/terminal.ts'
import { counted } from '#core/text/counted.ts'
import { OperatorError, Rejection } from '#core/domain/errors.ts'
import { heldMailCommands, type HeldDecision, type HeldMails, type RecordDecision } from './held-commands.ts'
import { countHeld, countMails } from './lists/counts-read-model.ts'
import { mailLists } from './lists/mails-read-model.ts'
import { notificationQueries } from './read-model.ts'
import type { NotificationRow } from './tables.ts'

type Deps = { db: Kysely<unknown>; terminal: Terminal }

/** The number of mails in the list and the dry run. */
const shownMails = 20

/** `ops jobs`: the number of mails by state, and the newest held and failed ones. */
export async function jobsCommand({ db, terminal }: Deps): Promise<boolean> {
  const counts = await countMails(db)
  const [held, failed] = await Promise.all((['held', 'failed'] as const).map((state) => newest(db, state)))
  terminal.json({ counts, held, failed })
  terminal.print(
    `waiting ${counts.waiting}, held ${counts.held}, failed ${counts.failed}, done ${counts.done} (newest ${shownMails} each)`,
  )
  printMails(terminal, 'held', held ?? [])
  printMails(terminal, 'failed', failed ?? [])
  if (counts.held > 0) {
    terminal.print('Held emails wait for your decision:')
    terminal.print('  send them now:     npm run ops -- jobs send <id…>, or --all')
    terminal.print('  mark as not sent:  npm run ops -- jobs discard <id…>, or --all')
  }
  return true
}

const newest = (db: Kysely<unknown>, state: 'held' | 'failed') =>
  mailLists(db).page({ state }, { page: 0, size: shownMails })

function printMails(terminal: Terminal, title: string, mails: readonly NotificationRow[]): void {
  if (mails.length === 0) return
  const rows = mails.map(({ id, kind, stream, event_at: at, attempts, error }) => [
    id,
    kind,
    stream,
    at,
    String(attempts),
    error ?? '',
  ])
  for (const row of columns([[title, 'email', 'about', 'event of', 'attempts', 'reason'], ...rows])) terminal.print(row)
}

/** Mails by id or all; a dry run unless confirmed by `isYes` or, for all, by their number as `yesAll`. */
export type DecisionRequest = { ids: readonly string[]; isAll: boolean; isYes: boolean; yesAll: number | undefined }

/**
 * `ops jobs send` and `ops jobs discard`: a dry run unless it is confirmed. Also works while the shop is stopped.
 * @throws Rejection if a mail is not held, or their number differs from the confirmed one; then nothing is changed
 */
export async function decideCommand(
  { db, terminal, record }: Deps & { record: RecordDecision },
  decision: HeldDecision,
  request: DecisionRequest,
): Promise<boolean> {
  assertClear(request)
  if (!request.isYes && request.yesAll === undefined) return dryRun({ db, terminal }, decision, request)
  const which: HeldMails = request.yesAll === undefined ? { ids: request.ids } : { count: request.yesAll }
  const { mails } = await heldMailCommands(db, record).decide(operatorAtKeyboard(), decision, which)
  const ids = mails.map(({ id }) => id)
  terminal.json({ decision, count: ids.length, ids })
  const done = decision === 'send' ? 'released; the workers send them' : 'marked as not sent'
  terminal.print(`${counted(ids.length, 'held email')} ${done}`)
  return true
}

function assertClear({ ids, isAll, isYes, yesAll }: DecisionRequest): void {
  const isForAll = isAll || yesAll !== undefined
  if (ids.length > 0 === isForAll)
    throw new OperatorError('either ids or --all is needed', 'Take the ids from "npm run ops -- jobs", or give --all.')
  if (isForAll && isYes)
    throw new OperatorError(
      '--yes does not confirm all',
      'Confirm their number, which the dry run prints: --yes-all <count>.',
    )
}

async function dryRun({ db, terminal }: Deps, decision: HeldDecision, { ids, isAll }: DecisionRequest) {
  const mails = isAll ? await newest(db, 'held') : await named(notificationQueries(db), ids)
  const count = isAll ? await countHeld(db) : mails.length
  terminal.json({ decision, dryRun: true, count, mails })
  printMails(terminal, 'held', mails)
  terminal.print(`Would ${decision} ${counted(count, 'held email')}. Nothing was changed. To do it:`)
  terminal.print(`  npm run ops -- jobs ${decision} ${isAll ? `--yes-all ${count}` : `${ids.join(' ')} --yes`}`)
  return true
}

async function named(
  notifications: ReturnType<typeof notificationQueries>,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  const mails: NotificationRow[] = []
  for (const id of ids) {
    const mail = await notifications.find(id)
    if (mail === undefined) throw new Rejection('not-found', `There is no email ${id}`)
    if (mail.status !== 'held') throw new Rejection('conflict', `The email ${id} is ${mail.status}, not held`)
    mails.push(mail)
  }
  return mails
}
