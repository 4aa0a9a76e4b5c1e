import type { ErasurePart } from '#core/module/personal-traces.ts'
import type { ErasurePreview } from '../schema.ts'
import type { AccountRow } from '../tables.ts'

const noCounts = { orders: 0, ordersUnderWay: 0, serviceRequests: 0 } satisfies Partial<ErasurePreview>

/**
 * What deleting an account would erase and keep, in words for its owner. `parts` come from the other modules.
 * @throws TypeError for a count that the answer does not have
 */
export function previewErasure(
  account: Pick<AccountRow, 'id' | 'username'>,
  parts: readonly ErasurePart[],
): ErasurePreview {
  return {
    id: account.id,
    username: account.username,
    ...sumOf(parts),
    goes: [
      'The account: its login name, name, email address, mobile number, saved addresses and password',
      ...parts.flatMap(({ goes }) => goes),
      'The name in the record of every action under this account',
      'Copies of emails, and files of events that admins have exported',
    ],
    stays: [
      ...parts.flatMap(({ stays }) => stays),
      'A record that the personal data was erased, and when',
      'The roles that the account had, under its id, without a name',
      'Emails that have reached a mailbox: the shop cannot recall them',
    ],
  }
}

function sumOf(parts: readonly ErasurePart[]): typeof noCounts {
  const sums: typeof noCounts & Record<string, number> = { ...noCounts }
  for (const [name, count] of parts.flatMap(({ counts }) => Object.entries(counts))) {
    const sum = sums[name]
    if (sum === undefined)
      throw new TypeError(
        `add the count ${name} to noCounts in modules/identity/erasure/preview.ts and to ErasurePreview`,
      )
    sums[name] = sum + count
  }
  return sums
}
