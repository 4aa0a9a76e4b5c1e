import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testEnvironment } from '../../support/runner/test-environment.ts'

const thisVersion = join(import.meta.dirname, '..', '..', '..')

/**
 * Imports a file of products as an operator does, into the shop that `env` names.
 * @param folder the folder of the version whose command is run
 */
export async function importCatalogue(file: string, env: Record<string, string>, folder = thisVersion): Promise<void> {
  const child = spawn(process.execPath, [join(folder, 'ops.ts'), 'import', file], {
    cwd: folder,
    env: { ...testEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the import with the version in ${folder} failed`)
}
