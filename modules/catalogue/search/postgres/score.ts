/** The weights of category, brand or company, and title, the least of all standing for nothing. */
const weights = `'{0, 0.3, 0.5, 1}'`

/**
 * How well a document's head answers: every word found as typed counts by where it stands, one found as a beginning or
 * with a mistake a third of that, and the whole phrase something more. Titles with little else in them come first.
 * The parameters hold tsqueries; where one is null, it counts nothing.
 */
export function score({ exact, loose, phrase }: { exact: string; loose: string; phrase: string }): string {
  return `${found(exact)} + ${found(loose)} / 3 + case when head @@ ${phrase}::tsquery then 0.3 else 0 end`
}

/** `ts_rank` shares out by the number of words that were asked for, which is made up for here. */
function found(parameter: string): string {
  const query = `${parameter}::tsquery`
  return `coalesce(ts_rank(${weights}, head, ${query}, 1) * (numnode(${query}) + 1) / 2, 0)`
}
