import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { runOpsIn } from '../shop/ops-in-process.ts'

/** The data of the `EventLogAdopted` events in the log, newest first. */
export async function adoptionsIn(visitor: Infrastructure): Promise<object[]> {
  const { stdout } = await runOpsIn(visitor, 'history', '--json')
  const { history }: { history: { type: string; data: object }[] } = JSON.parse(stdout)
  return history.filter(({ type }) => type === 'EventLogAdopted').map(({ data }) => data)
}
