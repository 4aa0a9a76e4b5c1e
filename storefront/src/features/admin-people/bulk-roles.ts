import type { AccountRole, User } from '#modules/identity/schema.ts'
import type { BulkStep } from '../../entities/list/bulk/bulk-bar.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchPerson, putRoles } from '../../lib/api/people.ts'
import type { StepText } from '../../ui/overlays/step-fields.ts'
import { roleTexts } from './people-search.ts'

/** Granted and revoked for several people at once; ADMIN only for one at a time. */
const role: AccountRole = 'STAFF'
const { label } = roleTexts[role]

const grant: StepText = {
  action: `Grant ${label}`,
  question: `Grant the role ${label}?`,
  explanation: 'The role takes effect at their next login: they are logged out now.',
  done: `Role ${label} granted`,
  fields: [],
}

const revoke: StepText = {
  action: `Revoke ${label}`,
  question: `Revoke the role ${label}?`,
  explanation: 'They are logged out now, and no longer have the role.',
  done: `Role ${label} revoked`,
  danger: true,
  fields: [],
}

const ownWarning = 'Your own account is among them: it comes last, and you will be logged out.'

/**
 * The steps that at least one of these people can take.
 * @param ownId the account of the admin, whose session ends if its roles change
 */
export function bulkRoles(selected: readonly User[], ownId: string | undefined): BulkStep[] {
  return [grant, revoke].flatMap((text) => {
    const isGranting = text === grant
    const changed = selected.filter(({ roles }) => roles.includes(role) !== isGranting)
    if (changed.length === 0) return []
    const isOwnChanged = changed.some(({ id }) => id === ownId)
    const explanation = isOwnChanged ? `${text.explanation} ${ownWarning}` : text.explanation
    return [{ text: { ...text, explanation }, last: ownId, take: (api, id) => change(api, id, isGranting) }]
  })
}

async function change(api: ApiClient, id: string, isGranting: boolean): Promise<void> {
  // The roles as they are now: another admin may have changed them since the list was loaded.
  const person = await fetchPerson(api, id)
  const { roles } = person
  // Setting the same roles again would only end the person's session.
  if (roles.includes(role) === isGranting)
    throw new ApiError(409, isGranting ? `Has the role ${label} already` : `Does not have the role ${label}`)
  await putRoles(api, person, isGranting ? [...roles, role] : roles.filter((one) => one !== role))
}
