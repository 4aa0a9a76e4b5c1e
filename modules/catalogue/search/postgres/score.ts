/** The weights of label D (unused), category, brand or company, and title. */
const weights = `'{0, 0.3, 0.5, 1}'`

/**
 * The SQL for the rank of a document's head. A word matched as typed counts by its field, a prefix or corrected match a
 * third of that, and the whole phrase adds a bonus. Titles with few other words come first. The arguments are SQL
 * parameters that hold tsqueries; a null one adds nothing.
 */
export function score({ exact, loose, phrase }: { exact: string; loose: string; phrase: string }): string {
  return `${found(exact)} + ${found(loose)} / 3 + case when head @@ ${phrase}::tsquery then 0.3 else 0 end`
}

/** `ts_rank` divides by the number of words in the query, which this reverses. */
function found(parameter: string): string {
  const query = `${parameter}::tsquery`
  return `coalesce(ts_rank(${weights}, head, ${query}, 1) * (numnode(${query}) + 1) / 2, 0)`
}
