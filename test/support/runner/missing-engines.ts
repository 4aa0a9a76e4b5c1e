import { writeSync } from 'node:fs'
import { animationsLeftToCi, testsLeftToCi, runsEverything } from './left-to-ci.ts'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Lists every suite that was left to CI, or did not run because an engine is missing, in the last lines of the output. */
export class MissingEngines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => Array.from(module.children.allTests()))
    const parts = [
      part('LEFT TO CI (CI=true runs it)', [...leftFiles(), ...tests.flatMap(left)]),
      part('NOT RUN, because something is missing here', tests.flatMap(missing)),
    ]
    // After the other reporters' summary.
    process.once('exit', () => writeSync(1, parts.join('')))
  }
}

function part(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${heading}:\n${[...new Set(lines)].join('\n')}\n`
}

function leftFiles(): string[] {
  // `npm run test:fast` says itself what it leaves out.
  if (runsEverything || process.env['TEST_WITHOUT_PAGES'] === 'true') return []
  return [...Object.entries(testsLeftToCi).map(([files, what]) => `  ${files}: ${what}`), `  ${animationsLeftToCi}`]
}

function left(test: TestCase): string[] {
  const { leftToCi } = test.meta()
  return leftToCi === undefined ? [] : [`  ${test.module.relativeModuleId}: ${leftToCi}`]
}

function missing(test: TestCase): string[] {
  const { missingEngine } = test.meta()
  return missingEngine === undefined ? [] : [`  ${test.module.relativeModuleId} needs ${missingEngine}`]
}
