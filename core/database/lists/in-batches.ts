/** The number of rows of a list that are read at a time. */
const batchSize = 500

/**
 * Reads a list of any length, a batch at a time.
 * @param next reads at most `limit` rows after the given row in the order of the list, or from the beginning if it is
 *   undefined
 */
export async function* inBatches<Row>(
  next: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = await next(after, batchSize)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    after = rows.at(-1)
  }
}
