import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLogServer, type LogServer } from '#test/support/event-store/log-server.ts'
import { copyAtSamePositions, reserveLogStart } from '#test/support/replaceable-log/in-place-copy.ts'

describe('a copy of a log to another server, as used by the fault tests to restore backups', () => {
  let from: LogServer
  let to: LogServer

  beforeEach(async () => {
    from = await openLogServer()
    to = await openLogServer()
  })
  afterEach(async () => {
    await from.close()
    await to.close()
  })

  test('has every event at its position, despite omitted events and the server’s own ones in between', async () => {
    await reserveLogStart(from)
    await from.write('thing-1', { type: 'Made', data: { name: 'Zürich' }, metadata: { by: 'asha' } })
    await from.truncate('elsewhere')
    await from.write('thing-2', { type: 'Made', data: Buffer.from([0, 255, 7]) }, { type: 'Painted', data: {} })
    await from.write('left-out', { type: 'Made', data: {} })
    await from.write('thing-1', { type: 'Painted', data: { colour: 'red' } })
    const upTo = await from.write('thing-3', { type: 'Made', data: {} })
    await from.write('thing-3', { type: 'Painted', data: {} })

    await copyAtSamePositions(from, to, { upTo, without: 'left-out' })
    const original = await things(from)
    expect(await things(to)).toEqual(original.slice(0, -1))
    expect(original).toHaveLength(6)
    expect(await to.stored('left-out')).toEqual([])
  })

  test('is refused if the other server has written more than the original holds before its first event', async () => {
    await from.write('thing-1', { type: 'Made', data: {} })
    await reserveLogStart(to)
    await expect(copyAtSamePositions(from, to)).rejects.toThrow(/cannot be copied in place/)
    expect(await things(to)).toEqual([])
  })
})

async function things(server: LogServer) {
  return (await server.all()).filter(({ stream }) => stream.startsWith('thing-'))
}
