import { OperatorError } from '#core/domain/errors.ts'

/** The roles of a process: answer API calls, build read models, react to events. */
export const allRoles = ['api', 'projections', 'workers'] as const
export type ShopRole = (typeof allRoles)[number]

/** The roles selected on the command line: the given one, or all by default. @throws OperatorError if unknown */
export function rolesOf(argument: string | undefined): readonly ShopRole[] {
  if (argument === undefined) return allRoles
  const role = allRoles.find((known) => known === argument)
  if (role) return [role]
  throw new OperatorError(`there is no role "${argument}"`, `Use one of ${allRoles.join(', ')}, or omit it for all.`)
}
