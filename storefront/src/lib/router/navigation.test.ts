import { describe, expect, it } from 'vitest'
import { collections as ownCollections } from '#modules/catalogue/domain/categories.ts'
import { collections, findCollection, navigationFor } from './navigation.ts'

const labels = (role: Parameters<typeof navigationFor>[0]) => navigationFor(role).map(({ label }) => label)
const everyone = ['Medical Devices', 'Tools', 'Trolley & Mounting', 'Medicines']

describe('the menu', () => {
  it.each(['GUEST', 'USER', 'STAFF'] as const)('of a %s has no Admin', (role) => expect(labels(role)).toEqual(everyone))

  it('of an ADMIN has Admin, with its two entries', () => {
    expect(labels('ADMIN')).toEqual([...everyone, 'Admin'])
    expect(
      navigationFor('ADMIN')
        .at(-1)
        ?.links.map(({ label }) => label),
    ).toEqual(['Add/Update Details', 'All Service Request'])
  })
})

describe('the collections', () => {
  it('are those of the catalogue', () => expect(collections).toEqual(ownCollections))

  it('are found regardless of case', () => {
    expect(findCollection('ICU-Equipments')?.label).toBe('ICU Equipments')
    expect(findCollection('doctors')).toBeUndefined()
  })
})
