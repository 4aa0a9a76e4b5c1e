import { type Terminal } from '#core/cli/terminal.ts'
import { counted } from '#core/text/counted.ts'
import { changesAnything, type AdoptionPlan } from './plan.ts'

export function printPlan(terminal: Terminal, plan: AdoptionPlan): void {
  terminal.print(`The connected event log ends at position ${plan.head}.`)
  if (changesAnything(plan)) printChanges(terminal, plan)
  else terminal.print('The checkpoints match this log: nothing changes.')
  if (plan.interrupted === undefined) return
  const { notificationsClosed, answersForgotten } = plan.interrupted
  const closed = `${counted(notificationsClosed, 'email')} closed, ${counted(answersForgotten, 'stored response')} deleted`
  terminal.print(`An adoption was interrupted on another log. adopt-log will also record what it has done: ${closed}.`)
}

function printChanges(terminal: Terminal, plan: AdoptionPlan): void {
  const { common, lost, readModels, reactors, notifications, responses } = plan
  const last = common === undefined ? 'no event' : `the events up to position ${common.position}`
  terminal.print(`It has ${last} in common with this shop's database, which has seen ${counted(lost.events, 'event')}`)
  terminal.print(`that the log does not hold, ${counted(lost.orders, 'order')} among them. adopt-log will`)
  terminal.print(`- ${building(readModels)}`)
  terminal.print(`- let ${counted(reactors.length, 'reactor')} continue after the last common event`)
  terminal.print(
    `- close ${counted(notifications.length, 'email')} about events that the log does not contain, without sending them`,
  )
  terminal.print(`- delete ${counted(responses.length, 'stored response')} of commands whose events are lost`)
  terminal.print('- first save all affected rows to a file in DATA_DIR, and finally record what was done.')
}

export function building(readModels: readonly string[]): string {
  return `build ${counted(readModels.length, 'read model')} again from the log: ${readModels.join(', ')}`
}

/** The plan for `--json`, with counts instead of rows. */
export function shownPlan(plan: AdoptionPlan) {
  const { reactors, notifications, responses, common, knownBy: _, ...rest } = plan
  return {
    ...rest,
    commonUpTo: common?.position ?? 0,
    reactors: reactors.map(({ name }) => name),
    notifications: notifications.length,
    answers: responses.length,
  }
}
