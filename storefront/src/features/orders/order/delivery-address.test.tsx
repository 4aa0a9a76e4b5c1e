import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Shipping } from '#modules/ordering/domain/events.ts'
import { DeliveryAddress } from './delivery-address.tsx'

const shipping = { name: '', mobile: '', address: '', city: '', state: '', zipCode: '', email: '' }

test('a field that an order does not have reads "(empty)"', () => {
  const shown = renderToStaticMarkup(<DeliveryAddress shipping={{ ...shipping, city: 'Pune' }} />)
  expect(shown.replaceAll(/<[^>]+>/g, ' ').match(/\(empty\)|Pune/g)).toEqual([
    '(empty)',
    '(empty)',
    'Pune',
    '(empty)',
    '(empty)',
    '(empty)',
  ])
})

test('the delivery address of an order shows each of its fields', () => {
  const fields = Object.keys(Shipping.properties)
  const filled = { ...shipping, ...Object.fromEntries(fields.map((field) => [field, `the ${field}`])) }
  const shown = renderToStaticMarkup(<DeliveryAddress shipping={filled} />)
  for (const field of fields) expect(shown, `show ${field} in delivery-address.tsx`).toContain(`the ${field}`)
})
