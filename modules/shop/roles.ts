import { OperatorError } from '#core/domain/errors.ts'

/** What a process of the shop can do: answer calls, build read models, react to events. */
export const allRoles = ['api', 'projections', 'workers'] as const
export type ShopRole = (typeof allRoles)[number]

/** The roles that the command line asks for: one, or all of them without a word. @throws OperatorError for another word */
export function rolesOf(argument: string | undefined): readonly ShopRole[] {
  if (argument === undefined) return allRoles
  const role = allRoles.find((known) => known === argument)
  if (role) return [role]
  throw new OperatorError(`there is no role "${argument}"`, `Say one of ${allRoles.join(', ')}, or nothing for all.`)
}
