import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Documents outside the repository, and numbers of its tables of guarantees: a comment states the rule instead of citing it. */
const elsewhere = String.raw`(contract|design|style|reliability),? (§|decision [0-9]|rule [0-9]|[SF][0-9]{2}\b)|faults? F[0-9]{2}\b|(from|by) the contract\b|the contract (has|says|asks|requires)`

test('comments and documentation cite no external document except the specification', async () => {
  const found = await promisify(execFile)(
    'git',
    ['grep', '-niE', elsewhere, '--', '.', ':!test/architecture/citations.test.ts'],
    {
      cwd: root,
    },
  ).catch((error: unknown) => ({
    stdout: error instanceof Error && 'code' in error && error.code === 1 ? '' : String(error),
  }))
  expect(found.stdout).toBe('')
})
