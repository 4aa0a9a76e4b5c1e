import { describe, expect, it } from 'vitest'
import { signupFaults } from '#modules/identity/domain/account-rules.ts'
import { ApiError, networkMessage } from '../../lib/api/api-error.ts'
import { formFault, refusalFault, signupInput, type SignupForm } from './validate-account.ts'

const form = {
  username: ' asha ',
  password: ' a quiet morning ',
  name: 'Asha Rao',
  email: '',
  mobileNumber: '9820012345',
}

const refused = (field: string) =>
  new ApiError(400, 'Invalid', [{ field, defaultMessage: 'Use at least 8 characters' }])

const adviceOn = (field: keyof SignupForm, texts: SignupForm) =>
  formFault(texts)?.fields.find((fault) => fault.field === field)?.advice
const refusalOf = (field: keyof SignupForm, texts: SignupForm) =>
  signupFaults(signupInput(texts)).find((fault) => fault.field === field)?.defaultMessage

describe('signup', () => {
  it('requires every field except the email', () => {
    expect(formFault(form)).toBeUndefined()
    for (const field of ['username', 'password', 'name', 'mobileNumber'] as const)
      expect(formFault({ ...form, [field]: '  ' })).toEqual({
        message: 'Please fill out all fields!',
        fields: [{ field, advice: 'Please fill this in' }],
      })
  })

  it('marks every field that is empty or wrong, in the order of the form', () => {
    const fault = formFault({ username: ' ', password: 'short', name: '', email: 'asha', mobileNumber: '' })
    expect(fault?.fields.map(({ field }) => field)).toEqual(['name', 'username', 'email', 'mobileNumber', 'password'])
    expect(fault?.message).toBe('Please fill out all fields!')
  })

  it.each<[field: 'username' | 'email' | 'password' | 'mobileNumber', texts: string[]]>([
    ['username', ['m', 'ma', 'mai', '.mai', 'mai ra', 'mai_', 'Mai+ra@x.in', 'a'.repeat(120), 'a'.repeat(121)]],
    ['email', ['asha', 'asha@clinic', 'asha@clinic.in', 'a@b..in', 'a b@c.in', 'mai', `${'a'.repeat(64)}@b.in`]],
    ['email', [`${'a'.repeat(65)}@b.in`, `a@${'b.'.repeat(130)}in`]],
    ['password', ['1234567', '🙂🙃😀😎🤖👾🐍🦉', 'a quiet day '.repeat(11)]],
    ['mobileNumber', ['9820012345', '98200\u202e12345', '98200\n12345']],
  ])('marks the %s with the empty fields wherever the server would refuse it', (field, texts) => {
    const marked = texts.map((text) => adviceOn(field, { ...form, username: 'mai', name: '', [field]: text }))
    expect(marked).toEqual(texts.map((text) => refusalOf(field, { ...form, username: 'mai', [field]: text })))
  })

  it('substitutes the username for a missing email, and sends the password untrimmed', () => {
    expect(signupInput(form)).toMatchObject({ username: 'asha', email: 'asha', password: ' a quiet morning ' })
  })

  it('maps each failure to the specified message and to its field', () => {
    const message = 'Something went wrong. Please try again.'
    const taken = 'You have alrady this account'
    expect(refusalFault(new ApiError(409, ''))).toEqual({
      message: taken,
      fields: [{ field: 'username', advice: taken }],
    })
    const advice = 'Use at least 8 characters'
    expect(refusalFault(refused('password'))).toEqual({ message: advice, fields: [{ field: 'password', advice }] })
    expect(refusalFault(refused('shoeSize'))).toEqual({ message: advice, fields: [] })
    for (const failure of [new ApiError(500, 'Internal error'), new ApiError(0, networkMessage), new Error('boom')])
      expect(refusalFault(failure)).toEqual({ message, fields: [] })
  })
})
