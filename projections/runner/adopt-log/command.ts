import { counted, type Terminal } from '#core/cli/terminal.ts'
import { OperatorError } from '#core/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { OperationEvent } from '#modules/operations/module.ts'
import type { ProjectionOperations } from '../operations.ts'
import { adoptLog } from './adopt.ts'
import { writeOrphans } from './orphans.ts'
import { assertAlone } from './other-processes.ts'
import { changesAnything, planAdoption, type AdoptionNeeds, type AdoptionPlan } from './plan.ts'

export type AdoptLogNeeds = AdoptionNeeds & {
  dataDir: string
  terminal: Terminal
  operations: Pick<ProjectionOperations, 'rebuild'>
  /** Writes into the record what was done. */
  write: (event: OperationEvent) => Promise<unknown>
  /** Asks the operator at the terminal for a line; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined
  /** What else recognises the log, such as the shop's identity; resolves to what it changed, in words for the operator. */
  adoptions?: readonly (() => Promise<string | undefined>)[]
}

/**
 * `ops adopt-log`: accepts the connected event log as this shop's where it is not the one that the checkpoints know. Prints
 * what it will do, and does it once the log's head is confirmed, by `head` or at the terminal; false where it is not.
 */
export async function adoptLogCommand(
  needs: AdoptLogNeeds,
  { head }: { head: Position | undefined },
): Promise<boolean> {
  const { db, terminal, adoptions = [] } = needs
  await assertAlone(db)
  const plan = await planAdoption(needs)
  printPlan(terminal, plan)
  if (!changesAnything(plan) && adoptions.length === 0) {
    terminal.json({ plan: shown(plan), adopted: false })
    return true
  }
  const confirmed = head ?? (await askedHead(needs))
  if (confirmed === undefined) {
    terminal.print(`Nothing was changed. To do it: npm run ops -- adopt-log --head ${plan.head}`)
    terminal.json({ plan: shown(plan), adopted: false })
    return false
  }
  if (confirmed !== plan.head || (await needs.store.head()) !== plan.head)
    throw new OperatorError(
      `the head of the event log is ${plan.head}, not ${confirmed}: nothing was changed`,
      'Read the plan again, and confirm the head that it shows.',
    )
  await carryOut(needs, plan)
  return true
}

async function carryOut(needs: AdoptLogNeeds, plan: AdoptionPlan): Promise<void> {
  const { terminal, operations, write, adoptions = [] } = needs
  const file = changesAnything(plan) ? await writeOrphans({ ...needs, at: new Date() }, plan) : undefined
  if (file !== undefined) terminal.print(`The rows that change are in ${file}: it holds personal data.`)
  await adoptLog(needs, plan)
  for (const adopt of adoptions) terminal.print(await adopt())
  const { readModels, reactors, notifications, answers, lost, head, common } = plan
  await write({
    type: 'EventLogAdopted',
    data: {
      projection: 'event-log',
      head,
      commonUpTo: common?.position ?? 0,
      lostEvents: lost.events,
      lostOrders: lost.orders,
      readModels,
      reactors: reactors.map(({ name }) => name),
      notificationsClosed: notifications.length,
      answersForgotten: answers.length,
    },
  })
  for (const name of readModels) {
    const { position } = await operations.rebuild(name)
    terminal.print(`${name}: built from the log, up to position ${position}`)
  }
  terminal.print('The event log is the shop’s: start it again.')
  terminal.json({ plan: shown(plan), adopted: true, file })
}

async function askedHead({ ask }: AdoptLogNeeds): Promise<Position | undefined> {
  const answer = await ask?.('Type the head of the log to go ahead: ')
  return answer !== undefined && /^\d{1,15}$/.test(answer.trim()) ? Number(answer) : undefined
}

function printPlan(terminal: Terminal, plan: AdoptionPlan): void {
  const { head, common, lost, readModels, reactors, notifications, answers } = plan
  terminal.print(`The connected event log ends at position ${head}.`)
  if (!changesAnything(plan)) return terminal.print('It is the log that the checkpoints know: none of them changes.')
  const last = common === undefined ? 'no event' : `the events up to position ${common.position}`
  terminal.print(`It has ${last} in common with this shop's database, which has taken ${counted(lost.events, 'event')}`)
  terminal.print(`that the log does not hold, ${counted(lost.orders, 'order')} among them. adopt-log will`)
  terminal.print(`- build ${counted(readModels.length, 'read model')} again from the log: ${readModels.join(', ')}`)
  terminal.print(`- let ${counted(reactors.length, 'reactor')} continue after the last common event`)
  terminal.print(`- close ${counted(notifications.length, 'mail')} of events that the log does not hold, unsent`)
  terminal.print(`- forget ${counted(answers.length, 'idempotency answer')} of commands whose events are lost`)
  terminal.print('- write all rows that this concerns to a file in DATA_DIR first, and record what was done.')
}

/** Counts in place of rows. */
function shown({ reactors, notifications, answers, common, ...plan }: AdoptionPlan) {
  return {
    ...plan,
    commonUpTo: common?.position ?? 0,
    reactors: reactors.map(({ name }) => name),
    notifications: notifications.length,
    answers: answers.length,
  }
}
