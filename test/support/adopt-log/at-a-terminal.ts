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

/** Runs `npm run ops -- …` at a terminal, and types `answer` once `question` appears. */
export async function runOpsAtTerminal(
  env: Record<string, string>,
  parameters: readonly string[],
  { question, answer }: { question: string; answer: string },
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, join(root, 'ops.ts'), ...parameters].map((part) => `'${part}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: root,
    env: { ...testEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
  })
  let output = ''
  let isAnswered = false
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (isAnswered || !output.includes(question)) return
    isAnswered = true
    child.stdin.write(`${answer}\n`)
  })
  const [code] = await once(child, 'close')
  return { code, output }
}
