/** Does one after the other, also those that come after one that fails. @throws at the end, what the first one threw */
export async function allInTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
