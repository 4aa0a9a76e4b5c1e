import { writeSync } from 'node:fs'
import type { RunnerTask } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

type Figure = { what: string; count: number }

declare module 'vitest' {
  interface TaskMeta {
    /** What a test counted, such as 25 kills. */
    figures?: Figure[]
  }
}

/** Hands a count of a test to the report of figures. */
export function recordFigure(task: Readonly<Pick<RunnerTask, 'meta'>>, what: string, count: number): void {
  task.meta.figures = [...(task.meta.figures ?? []), { what, count }]
}

/**
 * Prints what the tests counted in the last lines of the output, for `docs/reliability.md`; what several tests of a file
 * counted is added up.
 */
export class Figures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      Array.from(sumsOf(module), ([what, count]) => `  ${module.relativeModuleId}: ${what}: ${inIndia(count)}`),
    )
    if (lines.length > 0) process.once('exit', () => writeSync(1, `\nFIGURES:\n${lines.join('\n')}\n`))
  }
}

function sumsOf(module: TestModule): Map<string, number> {
  const figures = Array.from(module.children.allTests()).flatMap((test) => test.meta().figures ?? [])
  const sums = new Map<string, number>()
  for (const { what, count } of figures) sums.set(what, (sums.get(what) ?? 0) + count)
  return sums
}

const inIndia = (count: number) => count.toLocaleString('en-IN')
