import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { postgres15Program } from '../postgres/postgres-15.ts'
import { testEnvironment } from '../runner/test-environment.ts'

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'backup-and-restore.md')

/**
 * The command on the page "Backup and restore" that begins with `beginning`, as an operator copies it: a drill that runs
 * it fails when the page is wrong.
 * @throws Error if the page has none or several
 */
async function manualCommand(beginning: string): Promise<string> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/^ *```sh\n([^`]*)```/gm)].map(([, block = '']) => block)
  const commands = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n')).map((line) => line.trim())
  const [command, ...others] = commands.filter((line) => line.startsWith(beginning))
  if (command !== undefined && others.length === 0) return command
  throw new Error(`the page has ${others.length === 0 ? 'no' : 'several'} commands that begin with "${beginning}"`)
}

/** Runs that command in a shell in `folder`, with the client programs of Postgres 15. */
export async function runManualCommand(beginning: string, folder: string, databaseUrl: string): Promise<void> {
  const PATH = [dirname(postgres15Program('psql')), process.env['PATH']].join(delimiter)
  await promisify(execFile)('sh', ['-ec', await manualCommand(beginning)], {
    cwd: folder,
    env: { ...testEnvironment(), PATH, DATABASE_URL: databaseUrl },
  })
}
