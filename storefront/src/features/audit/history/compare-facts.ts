import type { Fact } from '#modules/audit/schema.ts'

/** One fact at two points in time; `undefined` where it did not exist. */
export type ComparedFact = { field: string; label: string; before: string | undefined; after: string | undefined }

/** The facts that differ between two states, in the order of the later one. */
export function changesBetween(before: readonly Fact[], after: readonly Fact[]): ComparedFact[] {
  const then = new Map(before.map((fact) => [fact.field, fact]))
  const now = new Map(after.map((fact) => [fact.field, fact]))
  const fields = [...new Set([...now.keys(), ...then.keys()])]
  return fields
    .map((field) => ({
      field,
      label: now.get(field)?.label ?? then.get(field)?.label ?? field,
      before: then.get(field)?.value,
      after: now.get(field)?.value,
    }))
    .filter((fact) => fact.before !== fact.after)
}

/** The fields in which a state differs from the current one. */
export function fieldsThatDiffer(before: readonly Fact[], after: readonly Fact[]): ReadonlySet<string> {
  return new Set(changesBetween(before, after).map(({ field }) => field))
}
