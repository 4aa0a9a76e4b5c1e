import { describe, expect, it } from 'vitest'
import { ApiError, networkMessage } from '../../lib/api/api-error.ts'
import { firstEmpty, signupInput, signupMessage } from './validate-account.ts'

const form = {
  username: ' asha ',
  password: ' a quiet morning ',
  name: 'Asha Rao',
  email: '',
  mobileNumber: '9820012345',
}

describe('signup', () => {
  it('needs everything but the e-mail', () => {
    expect(firstEmpty(form)).toBeUndefined()
    for (const field of ['username', 'password', 'name', 'mobileNumber'] as const)
      expect(firstEmpty({ ...form, [field]: '  ' })).toBe(field)
  })

  it('takes the username for a missing e-mail, and the password as it was typed', () => {
    expect(signupInput(form)).toMatchObject({ username: 'asha', email: 'asha', password: ' a quiet morning ' })
  })

  it('says what the specification says about each failure', () => {
    const short = [{ field: 'password', defaultMessage: 'Use at least 8 characters' }]
    expect(signupMessage(new ApiError(409, ''))).toBe('You have alrady this account')
    expect(signupMessage(new ApiError(400, 'Invalid', short))).toBe('Use at least 8 characters')
    expect(signupMessage(new ApiError(500, 'Internal error'))).toBe('Something went wrong. Please try again.')
    expect(signupMessage(new ApiError(0, networkMessage))).toBe('Something went wrong. Please try again.')
    expect(signupMessage(new Error('boom'))).toBe('Something went wrong. Please try again.')
  })
})
