import { isoTime, type Clock } from '#core/domain/clock.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { defineRoute, loggedIn, type LoggedIn, type Route } from '#core/http/routing/route.ts'
import type { AddressWrites } from '../addresses/tables.ts'
import { presentOwnAccount } from '../present.ts'
import { PersonalDataDocument } from '../schema.ts'
import type { ChangeRecord } from '../change-record/change-record.ts'
import type { ProfileWrites } from '../profile/tables.ts'
import { foundAccount, type AccountQueries } from '../read-model.ts'

export type PersonalDataDeps = {
  accounts: Pick<AccountQueries, 'find'>
  profiles: Pick<ProfileWrites, 'changesOf'>
  addresses: Pick<AddressWrites, 'ofAccount'>
  changeRecord: Pick<ChangeRecord, 'roleChangesOf'>
  clock: Clock
  budgets: Pick<Budgets, 'take'>
  /** What the other modules hold about a person, from the read models of these names. */
  dataParts: { readModels: readonly string[]; of: (person: LoggedIn) => Promise<Readonly<Record<string, unknown>>> }
}

/** A document is read from every stream of the person. */
const documents: Budget = { name: 'personal-data-account', points: 10, durationSeconds: 3_600, noun: 'downloads' }

/** Everything the shop holds about a person, for that person. */
export function personalDataRoute({
  accounts,
  profiles,
  addresses,
  changeRecord,
  clock,
  budgets,
  dataParts,
}: PersonalDataDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users/me/data',
    summary: 'Everything the shop holds about oneself, as one document to download',
    access: loggedIn,
    responses: { 200: PersonalDataDocument },
    discloses: () => undefined,
    refuses: ['too-many-requests'],
    reads: dataParts.readModels,
    async handle({ actor }) {
      await budgets.take([{ budget: documents, key: actor.id }])
      const found = foundAccount(await accounts.find(actor.id))
      const account = presentOwnAccount(found, {
        changes: await profiles.changesOf(actor.id),
        addresses: await addresses.ofAccount(actor.id),
        roleChanges: await changeRecord.roleChangesOf(actor.id),
      })
      const body = { madeAt: isoTime(clock()), account, ...(await dataParts.of(actor)) }
      const headers = { 'Content-Disposition': 'attachment; filename="my-data.json"', 'Cache-Control': 'no-store' }
      return { status: 200, headers, body }
    },
  })
}
