import { writeSync } from 'node:fs'
import type { RunnerTask } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test counted, such as `kills: 25`. */
    figures?: string[]
  }
}

/** Hands a count of a test to the report of figures. */
export function recordFigure(task: Readonly<Pick<RunnerTask, 'meta'>>, what: string, count: number): void {
  task.meta.figures = [...(task.meta.figures ?? []), `${what}: ${count.toLocaleString('en-IN')}`]
}

/** Prints what the tests counted in the last lines of the output, for `docs/reliability.md`. */
export class Figures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      Array.from(module.children.allTests()).flatMap((test) =>
        (test.meta().figures ?? []).map((figure) => `  ${module.relativeModuleId}: ${figure}`),
      ),
    )
    if (lines.length > 0) process.once('exit', () => writeSync(1, `\nFIGURES:\n${lines.join('\n')}\n`))
  }
}
