/** The fields that a PIN code fills in. */
export type Place = { city: string; state: string }

export const noPlace: Place = { city: '', state: '' }

/**
 * What a PIN code's place fills into the form: a field that is empty, or that still holds what the PIN code before filled
 * in. What a person typed stays.
 */
export function placeToFill(typed: Place, found: Place, filledBefore: Place): Partial<Place> {
  const canFill = (field: keyof Place) => typed[field].trim() === '' || typed[field] === filledBefore[field]
  return { ...(canFill('city') && { city: found.city }), ...(canFill('state') && { state: found.state }) }
}
