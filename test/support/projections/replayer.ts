import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process that replays the purses of a database repeatedly until it is killed. */
export type Replayer = {
  /** Calls `listener` after each completed replay. */
  onReplayed(listener: () => void): void
  kill(): Promise<void>
}

export async function startReplayer(url: string): Promise<Replayer> {
  const child = fork(join(import.meta.dirname, 'replayer-process.ts'), [url])
  await once(child, 'message')
  return {
    onReplayed: (listener) => void child.on('message', listener),
    async kill() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
    },
  }
}
