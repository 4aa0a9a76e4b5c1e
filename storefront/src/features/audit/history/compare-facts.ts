import type { Fact } from '#modules/audit/schema.ts'

/** One fact at two moments; `undefined` where it did not exist. */
export type ComparedFact = { field: string; label: string; before: string | undefined; after: string | undefined }

/** Compares two states field by field, differences first. */
export function compareFacts(before: readonly Fact[], after: readonly Fact[]): ComparedFact[] {
  const then = new Map(before.map((fact) => [fact.field, fact]))
  const now = new Map(after.map((fact) => [fact.field, fact]))
  const fields = [...new Set([...now.keys(), ...then.keys()])]
  const compared = fields.map((field) => ({
    field,
    label: now.get(field)?.label ?? then.get(field)?.label ?? field,
    before: then.get(field)?.value,
    after: now.get(field)?.value,
  }))
  return [...compared.filter(isChanged), ...compared.filter((fact) => !isChanged(fact))]
}

export function isChanged({ before, after }: ComparedFact): boolean {
  return before !== after
}
