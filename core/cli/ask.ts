import { createInterface } from 'node:readline/promises'

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
