import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runOpsAtTerminal } from '#test/support/shop/ops-at-terminal.ts'
import { openDivergedShop, type DivergedShop } from '#test/support/adopt-log/diverged-shop.ts'
import { needsTerminal } from '#test/support/engines/engines.ts'

// On the double alone: an older copy of a log takes its place at the same positions, which no client does to a server.

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

  test('changes nothing where something else is typed than the head', async () => {
    const { code, output } = await adopt('yes')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Nothing was changed') })
  })

  test('changes nothing where another number is typed', async () => {
    const { code, output } = await adopt(String(head + 1))
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('nothing was changed') })
  })

  test('adopts the log where its head is typed, which the plan names', async () => {
    const { code, output } = await adopt(String(head))
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`ends at position ${head}.`) })
    expect(output).toContain('start it again')
  })
})
