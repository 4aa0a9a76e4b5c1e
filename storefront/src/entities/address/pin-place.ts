/** The fields that a PIN code fills in. */
export type Place = { city: string; state: string }

export const noPlace: Place = { city: '', state: '' }

/**
 * What a PIN code's place fills into the form: a field that is empty, or that still holds what the PIN code before filled
 * in and no person has typed since. What a person typed stays, also if it is the same.
 */
export function placeToFill(shown: Place, found: Place, filledBefore: Place): Partial<Place> {
  const canFill = (field: keyof Place) => shown[field].trim() === '' || shown[field] === filledBefore[field]
  return { ...(canFill('city') && { city: found.city }), ...(canFill('state') && { state: found.state }) }
}
