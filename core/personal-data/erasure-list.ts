import { open, readFile } from 'node:fs/promises'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

const heading = '# Accounts that were erased: a restored backup that still has one of them is erased again.\n'

/** The file that a shop keeps outside its backups; it holds the ids of erased accounts, one a line, and nothing else. */
export type ErasureList = {
  /** Resolves when the id is on the disk. Repeated ids do no harm. */
  add(accountId: string): Promise<void>
}

export function openErasureList(file: string): ErasureList {
  return {
    async add(accountId) {
      const list = await open(file, 'a', 0o600)
      try {
        const { size } = await list.stat()
        await list.appendFile(`${size === 0 ? heading : ''}${accountId}\n`)
        await list.sync()
      } finally {
        await list.close()
      }
    },
  }
}

/** The ids of these lists. @throws OperatorError for a list that cannot be read */
export async function readErasureLists(files: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new OperatorError(
        `the list of erasures ${file} cannot be read (${codeOf(error)})`,
        'Name the file that the shop kept under ERASURES_FILE.',
      )
    })
    for (const line of text.split('\n')) if (line !== '' && !line.startsWith('#')) ids.add(line.trim())
  }
  return ids
}
