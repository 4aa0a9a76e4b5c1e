/** The weights of label D (unused), category, brand or company, and title. */
const weights = `'{0, 0.3, 0.5, 1}'`

type Parameters = Record<'exact' | 'loose' | 'code' | 'preferred', string>

/**
 * The SQL for the rough rank of a document's head, which chooses the documents that are ranked exactly. A word that is
 * surely meant counts by its field, another a third of that; titles with few other words come first. The arguments are
 * SQL parameters that hold tsqueries; a null one adds nothing.
 */
export function score({ exact, loose, code, preferred }: Parameters): string {
  return `${found(exact)} + ${found(loose)} / 3
    + case when head @@ ${code}::tsquery then 10 else 0 end + case when head @@ ${preferred}::tsquery then 1 else 0 end`
}

/** `ts_rank` divides by the number of words in the query, which this reverses. */
function found(parameter: string): string {
  const query = `${parameter}::tsquery`
  return `coalesce(ts_rank(${weights}, head, ${query}, 1) * (numnode(${query}) + 1) / 2, 0)`
}
