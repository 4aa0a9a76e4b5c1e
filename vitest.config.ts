import { configDefaults, defineConfig } from 'vitest/config'
import { testsLeftToCi, runsEverything } from './test/support/runner/left-to-ci.ts'
import { Figures } from './test/support/runner/figures.ts'
import { LongestFirst } from './test/support/runner/longest-first.ts'
import { MissingEngines } from './test/support/runner/missing-engines.ts'

// `.ci/run` counts the results from a file.
const results = process.env['TEST_RESULTS']
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'core/**/*.test.ts',
      'modules/**/*.test.ts',
      'projections/**/*.test.ts',
      'workers/**/*.test.ts',
      'storefront/**/*.test.{ts,tsx}',
      'test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(runsEverything ? [] : Object.keys(testsLeftToCi))],
    reporters: [
      'default',
      ...(results === undefined ? [] : [['json', { outputFile: results }] satisfies [string, unknown]]),
      new Figures(),
      new MissingEngines(),
    ],
    globalSetup: ['test/support/runner/global-setup.ts'],
    // Browsers, databases and processes make a file wait some of its time, so two cores keep up with four. CI also runs the
    // drills, each of which starts several processes.
    maxWorkers: process.env['CI'] ? 3 : 4,
    // Files that share a worker load the shop once; none of them leaves anything behind in its modules.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
  },
})
