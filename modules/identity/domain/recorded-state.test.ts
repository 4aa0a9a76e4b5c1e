import { expect, test } from 'vitest'
import { recordedStateOf } from './recorded-state.ts'

const change = (from: string[], to: string[]) =>
  ({ type: 'AccountRolesChanged', data: { account: 'asha', by: 'admin', from, to } }) as const

test('an account has the roles of the last change, and is deleted for good', () => {
  const changes = [change(['USER'], ['ADMIN']), change(['ADMIN'], ['STAFF', 'USER'])]
  expect(recordedStateOf(changes)).toEqual({ deleted: false, roles: ['STAFF', 'USER'] })
  const deleted = { type: 'AccountDeleted', data: { account: 'asha', by: 'asha' } } as const
  expect(recordedStateOf([deleted])).toEqual({ deleted: true })
})
