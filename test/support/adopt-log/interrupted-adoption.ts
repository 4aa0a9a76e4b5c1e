import { expect } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { runOpsIn } from '../shop/ops-in-process.ts'
import type { DivergedShop } from './diverged-shop.ts'

/** Runs `ops adopt-log` with an event store that refuses appends, so it fails after it has changed the database. */
export async function interruptedAdoption({ head }: DivergedShop, visitor: Infrastructure): Promise<void> {
  const interrupted = { ...visitor, store: { ...visitor.store, append: refuse } }
  await expect(runOpsIn(interrupted, 'adopt-log', '--head', String(head))).rejects.toThrow(/event store/)
}

function refuse(): Promise<never> {
  return Promise.reject(new EngineUnavailable('event store', { outcome: 'none' }))
}
