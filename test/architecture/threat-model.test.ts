import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

type Threat = { who: string; aim: string; control: string; tests: string[] }

/** The rows of the table, without its head. */
async function readThreats(): Promise<Threat[]> {
  const lines = (await readFile(join(root, 'SECURITY.md'), 'utf8')).split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const [, who = '', aim = '', control = '', tests = ''] = line.split('|').map((cell) => cell.trim())
    return { who, aim, control, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }
  })
}

describe('the threat model of SECURITY.md', async () => {
  const threats = await readThreats()

  test('has at least one test for each threat', () => {
    expect(threats.length).toBeGreaterThan(10)
    for (const { who, aim, control, tests } of threats) {
      expect(control, `${who}: ${aim}`).not.toBe('')
      expect(tests, `${who}: ${aim}`).not.toEqual([])
    }
  })

  test.each(threats.flatMap(({ tests }) => tests))('names a test that exists: %s', async (path) => {
    expect(path).toMatch(/\.test\.ts$/)
    await access(join(root, path))
  })
})
