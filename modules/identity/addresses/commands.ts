import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import { isBlank } from '#core/text/blank.ts'
import { mostAddresses } from '../domain/address-rules.ts'
import type { AddressInput } from '../schema.ts'
import { spending, type LinkBudgets } from '../verification/budgets.ts'
import type { AddressOutcome, AddressRow, AddressText, AddressWrites } from './tables.ts'

export type AddressDeps = { addresses: AddressWrites; clock: Clock; budgets: LinkBudgets }

/** An address of an account. */
export type AddressOf = { accountId: string; id: string }

/** An address is removed to make room for another, but the record of its idempotency key stays for days. */
const ofAccount: Budget = { name: 'addresses-account', points: 100, durationSeconds: 86_400, noun: 'new addresses' }

/** Adding one id again changes nothing. @throws Rejection `conflict` for the 21st of an account */
export async function addAddress(
  { addresses, clock, budgets }: AddressDeps,
  { accountId, id }: AddressOf,
  input: AddressInput,
): Promise<AddressRow> {
  const row = {
    ...textOf(input),
    id,
    account_id: accountId,
    is_default: input.isDefault === true,
    created_at: isoTime(clock()),
  }
  const charge = { budget: ofAccount, key: accountId }
  return spending(budgets, [charge], async () => requireAddress(await addresses.add(row, mostAddresses)))
}

/** Replaces all fields. The default stays the default until another becomes it. @throws Rejection `not-found` */
export async function changeAddress({ addresses }: AddressDeps, of: AddressOf, input: AddressInput) {
  return requireAddress(await addresses.change(of, { text: textOf(input), isDefault: input.isDefault === true }))
}

/** @throws Rejection `not-found` */
export async function removeAddress({ addresses }: AddressDeps, of: AddressOf): Promise<void> {
  requireAddress(await addresses.remove(of))
}

/** What is stored of an input. */
export function textOf({ name, mobile = '', email = '', address, city, state, zipCode }: AddressInput): AddressText {
  const number = isBlank(mobile) ? email : mobile
  return {
    name: name.trim(),
    mobile: number.trim(),
    address: address.trim(),
    city: city.trim(),
    state: state.trim(),
    zip_code: zipCode,
  }
}

function requireAddress(outcome: AddressOutcome): AddressRow {
  if (outcome === 'no-account') throw new Rejection('unauthenticated', 'Please log in again')
  if (outcome === 'no-address') throw new Rejection('not-found', 'You have no such address')
  if (outcome === 'too-many')
    throw new Rejection('conflict', `You have saved ${mostAddresses} addresses already: delete one of them first`)
  return outcome
}
