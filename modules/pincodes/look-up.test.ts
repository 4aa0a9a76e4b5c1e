import { expect, test } from 'vitest'
import { openPinCodes } from './look-up.ts'

const lookUp = openPinCodes()

test.each([
  ['110001', 'New Delhi', 'Delhi'],
  ['201301', 'Noida', 'Uttar Pradesh'],
  ['411001', 'Pune', 'Maharashtra'],
  ['400053', 'Mumbai', 'Maharashtra'],
  ['560001', 'Bengaluru', 'Karnataka'],
  ['500081', 'Hyderabad', 'Telangana'],
  ['682001', 'Kochi', 'Kerala'],
  ['682555', 'Lakshadweep', 'Lakshadweep'],
  ['700091', 'Kolkata', 'West Bengal'],
  ['492001', 'Raipur', 'Chhattisgarh'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['194101', 'Leh', 'Ladakh'],
  ['855117', 'Kishanganj', 'Bihar'],
])('%s is in %s, %s', async (pin, city, state) => expect(await lookUp(pin)).toEqual({ pin, city, state }))

test.each(['000000', '099999', '110000', '999999', '411999'])('%s is no PIN code', async (pin) =>
  expect(await lookUp(pin)).toBeUndefined(),
)
