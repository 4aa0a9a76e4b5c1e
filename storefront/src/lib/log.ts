/** Logs faults that the user cannot act on (spec §8: storage errors are logged only). */
export function logFault(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to the browser's console
  console.warn(what, error)
}
