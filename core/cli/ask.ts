import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Prompts at the terminal for a line; `undefined` without a terminal. */
export function askAtTerminal(): ((question: string) => Promise<string>) | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return undefined
  return async (question) => {
    const lines = createInterface({ input: stdin, output: stderr })
    try {
      return await lines.question(question)
    } finally {
      lines.close()
    }
  }
}

/** Prompts at the terminal for a secret, which is not shown; `undefined` without a terminal. */
export function askSecretAtTerminal(): ((question: string) => Promise<string>) | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return undefined
  return async (question) => {
    stderr.write(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
    try {
      return await lines.question('')
    } finally {
      lines.close()
      stderr.write('\n')
    }
  }
}
