/** Runs the steps in sequence, also those after a failed one. @throws the first failure, after the last step */
export async function allInTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
