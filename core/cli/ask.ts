import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from '../domain/errors.ts'

/** Prompts at the terminal for a line; `undefined` without a terminal. @throws OperatorError at Ctrl-C and Ctrl-D */
export function askAtTerminal(): ((question: string) => Promise<string>) | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return undefined
  return (question) => answerOf(createInterface({ input: stdin, output: stderr }), question)
}

/**
 * Prompts at the terminal for a secret, which is not shown; `undefined` without a terminal.
 * @throws OperatorError at Ctrl-C and Ctrl-D
 */
export function askSecretAtTerminal(): ((question: string) => Promise<string>) | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return undefined
  return async (question) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
    // From here on, nothing that is typed is shown.
    stderr.write(question)
    try {
      return await answerOf(lines, '')
    } finally {
      stderr.write('\n')
    }
  }
}

function interrupted(): never {
  throw new OperatorError('there was no answer', 'Nothing was changed.')
}

async function answerOf(lines: Interface, question: string): Promise<string> {
  // At Ctrl-C the question is rejected; at Ctrl-D it would wait for ever.
  const ended = once(lines, 'close').then(interrupted)
  ended.catch(() => undefined)
  try {
    return await Promise.race([lines.question(question).catch(interrupted), ended])
  } finally {
    lines.close()
  }
}
