import { setTimeout as sleep } from 'node:timers/promises'
import { allProjections } from '#modules/shop/manifests.ts'
import type { Action } from './routine.ts'

const names = allProjections.map(({ name }) => name)

/** What an operator does: replays one read model after another. */
export const operatorActions: readonly Action[] = [
  async (client) => {
    const name = client.one(names) ?? ''
    const path = `/api/ops/projections/${name}/replay`
    await client.ask({ op: { on: 'replay', name }, method: 'POST', path, see: () => ({}) })
    await sleep(300 + client.below(1_500))
  },
]
