import type { Fact } from '#modules/audit/schema.ts'

/** The text of a field of a state; empty if the state does not have it. */
export function factText(facts: readonly Fact[], field: string): string {
  return facts.find((fact) => fact.field === field)?.value ?? ''
}

/** The fields below one of a state, without its name: `items.bed-1` as `bed-1`. */
export function factsBelow(facts: readonly Fact[], parent: string): { name: string; value: string }[] {
  const prefix = `${parent}.`
  return facts.flatMap(({ field, value }) =>
    field.startsWith(prefix) ? [{ name: field.slice(prefix.length), value }] : [],
  )
}
