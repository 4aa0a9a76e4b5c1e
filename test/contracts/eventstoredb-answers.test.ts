import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test, type TestOptions } from 'vitest'
import { openEventStoreDouble } from '#test/support/event-store-double/server.ts'
import { openEventStoreServer } from '#test/support/event-store/event-store-server.ts'
import { answersOf, type Answer } from '#test/support/eventstoredb-answers/answers.ts'
import { needsEventStoreDb } from '#test/support/engines/engines.ts'

const Golden = Type.Object({ answers: Type.Array(Type.Object({ question: Type.String(), answer: Type.Unknown() })) })
const file = new URL('../golden/eventstoredb/24.6.0.json', import.meta.url)
const golden = Value.Parse(Golden, JSON.parse(readFileSync(file, 'utf8'))).answers

function describeAnswers(name: string, ask: () => Promise<Answer[]>, options: TestOptions = {}): void {
  describe(`${name} returns the recorded answers of EventStoreDB 24.6.0`, options, () => {
    let answers: Answer[]

    beforeAll(async () => {
      answers = await ask()
    })

    test('to all 56 questions, in their order', () => {
      expect(golden).toHaveLength(56)
      expect(answers.map(({ question }) => question)).toEqual(golden.map(({ question }) => question))
    })

    test.each(golden)('$question', ({ question, answer }) => {
      expect(answers.find((given) => given.question === question)?.answer).toEqual(answer)
    })
  })
}

describeAnswers('The double on the wire', async () => {
  const double = await openEventStoreDouble()
  try {
    return await answersOf(double.url)
  } finally {
    double.kill()
  }
})

describeAnswers(
  'A real server',
  async () => {
    const server = await openEventStoreServer()
    try {
      return await answersOf(server.url)
    } finally {
      await server.close()
    }
  },
  needsEventStoreDb,
)
