import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const processPassword = 'letmein42'

/** A process on a data folder, as an operator would start it. */
export type PostgresProcess = {
  pid: number
  /** The first line that it prints: `ready URL` or `refused REASON`. */
  said: string
  /** Sends `signal`; resolves to the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<unknown>
}

export async function startPostgresProcess(dataDir: string, ...roles: string[]): Promise<PostgresProcess> {
  const program = join(import.meta.dirname, 'process.ts')
  const child = spawn(process.execPath, [program, dataDir, ...roles], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const said = await new Promise<string>((resolve) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')))
    })
    void ended.then(() => resolve(output))
  })
  return {
    pid: child.pid ?? 0,
    said,
    async end(signal) {
      child.kill(signal)
      const [code, by]: unknown[] = await ended
      return code ?? by
    },
  }
}
