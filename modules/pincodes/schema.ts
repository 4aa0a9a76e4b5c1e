import { Type, type Static } from 'typebox'

/** Where a PIN code is. */
export const PinCode = Type.Object({
  pin: Type.String(),
  city: Type.String({ description: 'The city, or the district where the post office is outside one' }),
  state: Type.String(),
})
export type PinCode = Static<typeof PinCode>
