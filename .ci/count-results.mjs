// Prints `N passed, N failed[, N skipped]` from the runner's results. A file that failed to load counts as one failed
// test, and so does a run without results.
import { readFileSync } from 'node:fs'

const [file, exitCode] = process.argv.slice(2)
const { passed, failed, skipped } = count(file)
const failures = exitCode === '0' ? failed : Math.max(failed, 1)
process.stdout.write(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)

function count(path) {
  try {
    const results = JSON.parse(readFileSync(path, 'utf8'))
    return {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.testResults.filter(isBroken).length,
      skipped: results.numPendingTests + results.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed')
}
