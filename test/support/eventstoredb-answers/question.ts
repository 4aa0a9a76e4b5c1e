import type { QuestionClient } from './asker.ts'

/** A question to a server; its answer is the value or the error of `ask`. */
export type Question = { question: string; ask: (asker: QuestionClient) => Promise<unknown> }
