import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needsMeili } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openFailingTasks, type FailingTasks } from '#test/support/engines/failing-tasks.ts'
import { openMeili, openMeiliIndexes, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { things } from '#test/support/projections/things.ts'

describe('a projection into Meilisearch, which accepts a change and fails to apply it', needsMeili, () => {
  let meili: TestMeili
  let front: FailingTasks
  let workbench: Workbench
  let indexes: Awaited<ReturnType<typeof openMeiliIndexes>>

  beforeAll(async () => {
    meili = await openMeili()
    front = await openFailingTasks(meili.url)
  })
  afterAll(async () => {
    await front?.close()
    await meili?.close()
  })

  beforeEach(async () => {
    workbench = await openWorkbench()
    indexes = await openMeiliIndexes({ url: front.url, key: meili.key })
    await workbench.start({ projections: [things], searchIndex: indexes.index })
  })
  afterEach(async () => {
    await workbench.dispose()
    await indexes.dispose()
  })

  const name = (title: string) => workbench.append('thing-a', ['ThingNamed', { title }])
  const live = () => workbench.slot('live', 'thing-search')
  const found = async () => (await indexes.index.live().get(['a'])).map(({ title }) => title)

  test('retries, and advances only once it is applied', async () => {
    front.fail(1)
    await workbench.untilPassed(await name('Stethoscope'), 'thing-search')
    expect(await found()).toEqual(['Stethoscope'])
    expect(await live()).toMatchObject({ status: 'live', error: null })
  })

  test('is marked as failed, with the reason, if it keeps failing, and continues when an operator retries it', async () => {
    front.fail(1_000)
    const position = await name('Otoscope')
    await eventually(async () => expect(await live()).toMatchObject({ status: 'failed' }), 60_000)
    const stopped = await live()
    expect(stopped?.position).toBeLessThan(position)
    expect(JSON.stringify(stopped?.error)).toContain('No space left on device')
    front.fail(0)
    expect(
      await workbench.operations({ projections: [things], searchIndex: indexes.index }).retry('thing-search'),
    ).toBe(true)
    await workbench.untilPassed(position, 'thing-search')
    expect(await found()).toEqual(['Otoscope'])
  })
})
