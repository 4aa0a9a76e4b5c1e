import { within } from '#core/async/deadline.ts'
import { appendQuestions } from './appends.ts'
import { openQuestionClient } from './asker.ts'
import { failureOf, normalised } from './normalised.ts'
import { readQuestions } from './reads.ts'
import { subscriptionQuestions } from './subscriptions.ts'

export type Answer = { question: string; answer: unknown }

/** Run in this order: later questions build on what earlier ones have written. */
const questions = [...appendQuestions, ...readQuestions, ...subscriptionQuestions]

/** The server's answers to all questions, normalised so that they can be compared with another server's. */
export async function answersOf(url: string): Promise<Answer[]> {
  const asker = openQuestionClient(url)
  const answers: Answer[] = []
  for (const { question, ask } of questions) {
    const answer = await within(10_000, ask(asker)).then(
      (given) => normalised(asker, given),
      (error: unknown) => failureOf(asker, error),
    )
    answers.push({ question, answer })
  }
  await asker.client.dispose()
  return answers
}
