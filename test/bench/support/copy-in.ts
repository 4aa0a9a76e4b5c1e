import type { Client, Connection, Submittable } from 'pg'

/** Writes rows with COPY and the bare driver: the yardstick for the rate at which a table can be filled. */
export function copyIn(client: Client, statement: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const copying = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse(connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }) {
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => (failure = error),
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
    } satisfies Submittable & Record<string, unknown>
    client.query(copying)
  })
}

/** Encodes one value in COPY's text format. */
export function copied(value: unknown): string {
  if (value === null) return '\\N'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}
