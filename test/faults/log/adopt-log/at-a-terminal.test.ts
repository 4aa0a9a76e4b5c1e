import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runOpsAtTerminal } from '#test/support/shop/ops-at-terminal.ts'
import { openDivergedShop, type DivergedShop } from '#test/support/adopt-log/diverged-shop.ts'
import { needsTerminal } from '#test/support/engines/engines.ts'

// On the double alone: no client can replace a server's log by an older copy at the same positions.

vi.setConfig({ testTimeout: 360_000 })

describe('ops adopt-log at a terminal', needsTerminal, () => {
  let parted: DivergedShop
  let head: number

  beforeAll(async () => {
    parted = await openDivergedShop()
    const visitor = await parted.visit()
    head = await visitor.store.head()
    await visitor.close()
  })
  afterAll(() => parted.close())

  const adopt = (answer: string) =>
    runOpsAtTerminal(parted.env, ['adopt-log'], { question: 'Type the head of the log', answer })

  test('changes nothing if something other than the head is typed', async () => {
    const { code, output } = await adopt('yes')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Nothing was changed') })
  })

  test('changes nothing if another number is typed', async () => {
    const { code, output } = await adopt(String(head + 1))
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('nothing was changed') })
  })

  test('adopts the log if its head is typed, which the plan names', async () => {
    const { code, output } = await adopt(String(head))
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`ends at position ${head}.`) })
    expect(output).toContain('start it again')
  })
})
