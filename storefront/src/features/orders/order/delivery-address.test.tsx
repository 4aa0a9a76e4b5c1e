import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Shipping } from '#modules/ordering/domain/events.ts'
import { DeliveryAddress } from './delivery-address.tsx'

test('the delivery address of an order shows each of its fields', () => {
  const shipping = { name: '', mobile: '', address: '', city: '', state: '', zipCode: '', email: '' }
  const fields = Object.keys(Shipping.properties)
  const filled = { ...shipping, ...Object.fromEntries(fields.map((field) => [field, `the ${field}`])) }
  const shown = renderToStaticMarkup(<DeliveryAddress shipping={filled} />)
  for (const field of fields) expect(shown, `show ${field} in delivery-address.tsx`).toContain(`the ${field}`)
})
