import { expect, test } from 'vitest'
import { emptyForm } from '../checkout.ts'
import { hasPlace, noPlace, placeOf } from './place.ts'

const place = { address: '12 MG Road', city: 'Pune', state: 'Maharashtra', zipCode: '411001' }

test('an earlier order fills in its place, and nothing that belonged to its person or to that order alone', () => {
  const shipping = { ...place, name: 'Asha Rao', mobile: '9820012345', email: '9820012345', ring: 'twice' }
  expect(placeOf(shipping)).toEqual(place)
})

test.each(Object.keys(noPlace))(
  'a form with only its %s has a place, which must not be mixed with another',
  (field) => {
    expect(hasPlace({ ...emptyForm, [field]: 'x' })).toBe(true)
  },
)

test('a form with only a name and a number has no place', () => {
  expect(hasPlace({ ...emptyForm, name: 'Asha Rao', shippingMobile: '9820012345' })).toBe(false)
})
