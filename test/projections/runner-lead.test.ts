import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import { endLockSession } from '#test/support/postgres/lock-session.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

describe('two runners of one projection', () => {
  test('take turns: an event is folded by one of them', async () => {
    const folded: number[] = []
    const { on, ...purses } = pursesProjection()
    const evolve = (_row: unknown, { position }: { position: number }) => {
      folded.push(position)
      return undefined
    }
    const projections = [{ ...purses, on: { ...on, PurseLookedAt: { keys: () => ['a'], evolve } } }]
    await workbench.start({ projections })
    await workbench.start({ projections })
    for (let turn = 1; turn <= 20; turn++) {
      await workbench.untilPassed(await workbench.append('purses-1', ['PurseLookedAt', { purse: 'a' }]))
    }
    expect(folded).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  test('hand over when one stops', async () => {
    const first = await workbench.start()
    await workbench.start()
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    await first.stop()
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 2 }]))
    expect(await pursesIn(workbench)).toMatchObject([{ coins: 3 }])
  })

  test('never both write the same page: a suspended one finds that the checkpoint has moved', async () => {
    const held = heldStore(workbench.store)
    await workbench.start({ store: held.store })
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    const isHeld = held.hold()
    await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 10 }], ['PurseLost', { purse: 'b' }])
    await isHeld
    await workbench.start()
    await endLockSession(workbench)
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'b', by: 5 }]))
    held.release()
    const last = await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 100 }])
    await workbench.untilPassed(last)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect(await pursesIn(workbench)).toMatchObject([{ coins: 111 }, { coins: 5 }])
  })
})

describe('another process', () => {
  const children: ChildProcess[] = []

  afterEach(async () => {
    for (const child of children.splice(0)) {
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited
    }
  })

  async function startProcess(): Promise<ChildProcess> {
    const script = fileURLToPath(new URL('../support/projections/projector-process.ts', import.meta.url))
    const child = fork(script, [workbench.url], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    children.push(child)
    await once(child, 'message')
    return child
  }

  test('takes over when the projector is killed in the middle of its work', async () => {
    const last = await appendPurses(workbench, 3_000)
    const child = await startProcess()
    await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.position).toBeGreaterThan(0))
    child.kill('SIGKILL')
    await eventually(async () => expect((await workbench.slot('live'))?.position).toBe(last), 60_000)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('takes over from a suspended one, which does no harm when it resumes', async () => {
    const child = await startProcess()
    await workbench.untilPassed(await appendPurses(workbench, 50))
    child.kill('SIGSTOP')
    const reached = await appendPurses(workbench, 50)
    await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.position).toBe(reached), 60_000)
    child.kill('SIGCONT')
    await workbench.untilPassed(await appendPurses(workbench, 200))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })
})
