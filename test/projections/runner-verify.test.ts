import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { appendPurses, checkpointsIn, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench
let runner: Awaited<ReturnType<Workbench['start']>>

beforeEach(async () => {
  workbench = await openWorkbench()
  runner = await workbench.start()
})

afterEach(() => workbench.dispose())

const verify = (version = 1) => workbench.operations({ projections: [pursesProjection({ version })] }).verify('purses')

const change = (statement: string) => workbench.pool.query(statement)

describe('a verification', () => {
  test('finds no differences if the live rows equal the fold, and leaves nothing behind', async () => {
    const last = await appendPurses(workbench, 700)
    await workbench.untilPassed(last)
    expect(await verify()).toEqual({
      ok: true,
      rows: 90,
      position: last,
      head: last,
      missing: [],
      extra: [],
      different: [],
    })
    const { rows } = await change(`select nspname from pg_namespace where nspname like 'read%'`)
    expect(rows).toEqual([{ nspname: 'read_purses' }])
    expect(await checkpointsIn(workbench)).toHaveLength(1)
  })

  test('finds a row that was changed, deleted or added by hand', async () => {
    await workbench.untilPassed(await appendPurses(workbench, 700))
    await change(`update read_purses.purses set coins = coins + 1 where purse = 'p3'`)
    await change(`update read_purses.purses set history = history || '{"position": 0, "by": 0}' where purse = 'p30'`)
    await change(`delete from read_purses.purses where purse = 'p7'`)
    await change(`insert into read_purses.purses values ('stranger', 1, false, '[]', '{}', now(), null)`)
    expect(await verify()).toMatchObject({
      ok: false,
      missing: ['p7'],
      extra: ['stranger'],
      different: ['p3', 'p30'],
    })
  })

  test('is not ok if the live read model has failed: it compares the processed events and names the rest', async () => {
    await workbench.untilPassed(await appendPurses(workbench, 20))
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    const last = await appendPurses(workbench, 5)
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    expect(await verify()).toEqual({
      ok: false,
      rows: 19,
      position: poisoned - 1,
      head: last,
      missing: [],
      extra: [],
      different: [],
      notCompared: { from: poisoned, to: last, events: 6 },
      failure: { message: expect.any(String), event: expect.objectContaining({ position: poisoned }) },
    })
  })

  test('finds no differences while events keep coming', async () => {
    const appending = whileRunning(() => appendPurses(workbench, 10))
    const verdicts = [await verify(), await verify(), await verify()]
    expect(await appending.stop()).toBeGreaterThan(0)
    const last = await appendPurses(workbench, 10)
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, true, true])
    await workbench.untilPassed(last)
    expect(await verify()).toMatchObject({ ok: true, position: last })
  })

  test('ends with the reason if the live build is past the end of the log', async () => {
    await workbench.untilPassed(await appendPurses(workbench, 20))
    // It would write its own position again.
    await runner.stop()
    await change('update projection_checkpoints set position = 1000')
    const broken = { message: expect.stringContaining('ends before position 1000'), remedy: expect.any(String) }
    await expect(verify()).rejects.toMatchObject(broken)
    await expect(workbench.operations().dryRun('purses')).rejects.toMatchObject(broken)
  })

  test.each([
    ['a verification', { ok: true }, () => verify()],
    ['a dry run', { added: 0, removed: 0, changed: 0 }, () => workbench.operations().dryRun('purses')],
  ])('%s reads again if a replay swaps the rows in the meantime', async (_, nothingWrong, look) => {
    const position = await appendPurses(workbench, 700)
    await workbench.untilPassed(position)
    const holder = await workbench.pool.connect()
    await holder.query('begin; lock table read_purses.purses in access exclusive mode')
    const looking = look()
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%bucket%'`
    await eventually(async () => expect((await change(waiting)).rowCount).toBe(1))
    await workbench.operations().replay('purses')
    await holder.query('rollback')
    holder.release()
    expect(await looking).toMatchObject({ ...nothingWrong, position })
  })

  test('is refused if the live rows are of another version', async () => {
    await expect(verify(2)).rejects.toMatchObject({ name: 'OperatorError', remedy: 'Replay purses first.' })
  })

  test('names the event that cannot be folded', async () => {
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    // It would report the event as failed again.
    await runner.stop()
    await change(`update projection_checkpoints set position = ${poisoned}, status = 'live'`)
    await expect(verify()).rejects.toMatchObject({ name: 'EventFailure', event: { position: poisoned } })
  })
})
