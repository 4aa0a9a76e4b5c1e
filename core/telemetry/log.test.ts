import { describe, expect, test } from 'vitest'
import { openLog } from './log.ts'

function written(write: (log: ReturnType<typeof openLog>) => void): string {
  let lines = ''
  write(openLog('info', { write: (line) => (lines += line) }))
  return lines
}

describe('the log', () => {
  test('writes one JSON line per entry, with time and level, and drops entries below its level', () => {
    const text = written((log) => {
      log.debug('quiet')
      log.child({ part: 'runner' }).info({ position: 7 }, 'a line\nforged')
    })
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(text)).toMatchObject({
      level: 'info',
      part: 'runner',
      position: 7,
      msg: 'a line\nforged',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test.each(['password', 'accessToken', 'authorization', 'email', 'mobileNumber', 'address'])(
    'redacts the value of %s',
    (key) => {
      expect(written((log) => log.info({ [key]: 'hush', request: { [key]: 'hush' } }))).not.toContain('hush')
    },
  )

  test("logs an error's type and location, but no values and no credentials", () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (username)=(meera) exists.' })
    const text = written((log) => {
      log.error({ err: new Error('no answer from postgres://shop:hush@db/shop', { cause }) }, 'failed')
    })
    expect(JSON.parse(text)).toMatchObject({
      err: { type: 'Error', cause: { code: '23505', message: 'duplicate key' } },
    })
    expect(text).not.toMatch(/hush|meera/)
  })
})
