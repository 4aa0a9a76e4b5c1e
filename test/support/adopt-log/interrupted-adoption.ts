import { expect } from 'vitest'
import type { Infrastructure } from '#core/infrastructure.ts'
import { runOpsIn } from '../ops-in-process.ts'
import type { PartedShop } from './parted-shop.ts'

/** `ops adopt-log` whose event store stops to take events once the database has changed. */
export async function interruptedAdoption({ double, head }: PartedShop, visitor: Infrastructure): Promise<void> {
  double.faults.push(...Array.from({ length: 20 }, () => 'deny' as const))
  await expect(runOpsIn(visitor, 'adopt-log', '--head', String(head))).rejects.toThrow(/event store/)
  double.faults.length = 0
}
