import { describe, expect, it } from 'vitest'
import { requestBody, requestFaults, requestFor, requestForText, serverFaults } from './request-form.ts'

const monitor = { id: 'p1', title: 'Patient Monitor', company: 'Aarogya', logoUrl: '/monitor.svg' }

describe('the Request Form', () => {
  it('starts with the product and an empty description', () => {
    const form = requestFor(monitor, 'Pune')
    expect(form).toEqual({ title: 'Patient Monitor', company: 'Aarogya', description: '', address: 'Pune' })
    expect(requestFaults(form)).toEqual([{ field: 'description', message: 'Enter Service Request Summary' }])
  })

  it('starts with the words of a search that found nothing, and with nothing of a product', () => {
    const form = requestForText('oxygen tent', 'Pune')
    expect(form).toEqual({
      title: 'oxygen tent',
      company: '',
      description: 'I was looking for: oxygen tent',
      address: 'Pune',
    })
    expect(requestBody({ form }, 0)).toMatchObject({ id: '', logoUrl: '', title: 'oxygen tent' })
  })

  it('reports every field that is blank after trimming, in order; the address is optional', () => {
    const faults = requestFaults({ title: ' ', company: '\t', description: '\n', address: '' })
    expect(faults.map(({ message }) => message)).toEqual([
      'Title cannot be empty',
      'Company cannot be empty',
      'Enter Service Request Summary',
    ])
  })

  it('shows server errors only for its own fields', () => {
    const errors = [
      { field: 'logoUrl', defaultMessage: 'Not an address' },
      { field: 'title', defaultMessage: 'At most 200 characters' },
    ]
    expect(serverFaults(errors)).toEqual([{ field: 'title', message: 'At most 200 characters' }])
  })

  it('is sent trimmed, with the product and the time', () => {
    const form = { title: ' Monitor ', company: 'Aarogya', description: ' Beeps ', address: ' Pune ' }
    expect(requestBody({ form, product: monitor }, Date.UTC(2026, 10, 20))).toEqual({
      id: 'p1',
      title: 'Monitor',
      company: 'Aarogya',
      logoUrl: '/monitor.svg',
      description: 'Beeps',
      createDate: '2026-11-20T00:00:00.000Z',
      address: 'Pune',
    })
  })
})
