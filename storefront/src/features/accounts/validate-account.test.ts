import { describe, expect, it } from 'vitest'
import { ApiError, networkMessage } from '../../lib/api/api-error.ts'
import { emptyFault, refusalFault, signupInput } from './validate-account.ts'

const form = {
  username: ' asha ',
  password: ' a quiet morning ',
  name: 'Asha Rao',
  email: '',
  mobileNumber: '9820012345',
}

const refused = (field: string) =>
  new ApiError(400, 'Invalid', [{ field, defaultMessage: 'Use at least 8 characters' }])

describe('signup', () => {
  it('requires every field except the e-mail', () => {
    expect(emptyFault(form)).toBeUndefined()
    for (const field of ['username', 'password', 'name', 'mobileNumber'] as const)
      expect(emptyFault({ ...form, [field]: '  ' })).toMatchObject({ field, message: 'Please fill out all fields!' })
  })

  it('substitutes the username for a missing e-mail, and sends the password untrimmed', () => {
    expect(signupInput(form)).toMatchObject({ username: 'asha', email: 'asha', password: ' a quiet morning ' })
  })

  it('maps each failure to the specified message and to its field', () => {
    const message = 'Something went wrong. Please try again.'
    expect(refusalFault(new ApiError(409, ''))).toMatchObject({
      message: 'You have alrady this account',
      field: 'username',
    })
    expect(refusalFault(refused('password'))).toMatchObject({ message: 'Use at least 8 characters', field: 'password' })
    expect(refusalFault(refused('shoeSize'))).toEqual({ message: 'Use at least 8 characters' })
    expect(refusalFault(new ApiError(500, 'Internal error'))).toEqual({ message })
    expect(refusalFault(new ApiError(0, networkMessage))).toEqual({ message })
    expect(refusalFault(new Error('boom'))).toEqual({ message })
  })
})
