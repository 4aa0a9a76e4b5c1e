import { writeSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Names in the very last lines every suite that could not run for want of an engine. */
export class MissingEngines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Set(modules.flatMap((module) => Array.from(module.children.allTests()).flatMap(missing)))
    if (lines.size === 0) return
    // After the other reporters' summary.
    process.once('exit', () =>
      writeSync(1, `\nNOT RUN, because something is missing here:\n${[...lines].join('\n')}\n`),
    )
  }
}

function missing(test: TestCase): string[] {
  const { missingEngine } = test.meta()
  return missingEngine === undefined ? [] : [`  ${test.module.relativeModuleId} needs ${missingEngine}`]
}
