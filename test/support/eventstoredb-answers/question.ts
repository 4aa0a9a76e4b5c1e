import type { Asker } from './asker.ts'

/** A question to a server; its answer is what `ask` resolves with or fails with. */
export type Question = { question: string; ask: (asker: Asker) => Promise<unknown> }
