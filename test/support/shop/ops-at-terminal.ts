import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programNamed } from '../engines/programs.ts'
import { testEnvironment } from '../runner/test-environment.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Whether `script` of util-linux is installed, which runs a program at a pseudo-terminal. */
export function hasTerminals(): boolean {
  return process.platform === 'linux' && programNamed('script') !== undefined
}

/** The prompt of the command, and what is typed in reply: a line, or a key such as Ctrl-C (`\x03`). */
export type Exchange = { question: string; answer: string }

/** Runs `npm run ops -- …` at a terminal, and types each answer once its question appears after the one before. */
export async function runOpsAtTerminal(
  env: Record<string, string>,
  parameters: readonly string[],
  ...dialogue: readonly Exchange[]
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, join(root, 'ops.ts'), ...parameters].map((part) => `'${part}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: root,
    env: { ...testEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
  })
  let output = ''
  let [answered, from] = [0, 0]
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
    const next = dialogue[answered]
    const at = next === undefined ? -1 : output.indexOf(next.question, from)
    if (next === undefined || at < 0) return
    answered += 1
    from = at + next.question.length
    child.stdin.write(/[^ -~]/.test(next.answer) ? next.answer : `${next.answer}\n`)
  })
  const [code] = await once(child, 'close')
  return { code, output }
}
