import type { Address, AddressInput } from '#modules/identity/schema.ts'
import type { PinCode } from '#modules/pincodes/schema.ts'
import type { ApiClient } from '../client.ts'

const path = '/users/me/addresses'

const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** The saved shipping addresses of the logged-in person, the default first. */
export function fetchAddresses(api: ApiClient, signal?: AbortSignal): Promise<Address[]> {
  return api.query(path, { signal, needsLogin: true })
}

export function addAddress(api: ApiClient, body: AddressInput): Promise<Address> {
  return api.command({ method: 'POST', path, body, needsLogin: true })
}

/** Replaces a saved address. */
export function changeAddress(api: ApiClient, id: string, body: AddressInput): Promise<Address> {
  return api.command({ method: 'PUT', path: pathOf(id), body, needsLogin: true })
}

export function removeAddress(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'DELETE', path: pathOf(id), needsLogin: true })
}

/** The city and state of a PIN code of 6 digits. @throws ApiError with status 404 if it is unknown */
export function fetchPlace(api: ApiClient, pin: string, signal: AbortSignal): Promise<PinCode> {
  return api.query(`/pincodes/${pin}`, { signal })
}
