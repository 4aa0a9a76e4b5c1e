import { existsSync } from 'node:fs'
import { chown, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasEntries, makeFolderWhole, storageProblem, writeAndSync } from '../../process/data-folder.ts'
import { OperatorError } from '../../domain/errors.ts'
import { handOver, spawnAs, type ServerAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { cannotRun, refusalIn } from './cannot-run.ts'

/** The major version of the embedded server: the only one whose files it can read. */
const majorVersion = '18'

export const superuser = 'postgres'

/** One database cluster: the folder of its files, who runs it, with what, and its superuser's password. */
export type Cluster = { folder: string; binaries: PostgresBinaries; account: ServerAccount; password: string }

/**
 * Looks whether a cluster is there. A folder with anything else in it, or with essential files missing, is never touched.
 * @throws OperatorError for such a folder
 */
async function hasCluster(folder: string): Promise<boolean> {
  if (!(await hasEntries(folder))) return false
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) throw damaged(folder, 'its file PG_VERSION is missing')
  if (version.trim() !== majorVersion) {
    throw new OperatorError(
      `the database in ${folder} was made by Postgres ${version.trim().slice(0, 20)}, this shop brings ${majorVersion}`,
      'Use the version of the shop that made it, or restore a backup that this one can read.',
    )
  }
  const control = await stat(join(folder, 'global', 'pg_control')).catch(() => undefined)
  if (control === undefined || control.size === 0) throw damaged(folder, 'its file global/pg_control is missing')
  return true
}

export function damaged(folder: string, reason: string): OperatorError {
  return new OperatorError(
    `the database in ${folder} is damaged: ${reason}`,
    'Nothing was changed. Restore the folder from a backup; to start with an empty shop instead, move the whole data folder away.',
  )
}

/** Alongside the cluster's folder from its making on: without it a lost cluster would look like a first start. */
const mark = (folder: string) => `${folder}.made`

const markText =
  'The shop has made its database in the folder postgres beside this file. Where that is lost, it never makes another.\n'

/** @throws OperatorError where a cluster was made once and its folder is missing or empty */
export async function assertClusterIsNotLost(folder: string): Promise<void> {
  // The mark first: whoever makes the cluster at this moment sets it last.
  if (!existsSync(mark(folder)) || (await hasEntries(folder))) return
  throw new OperatorError(
    `the database in ${folder} is lost: the folder is missing or empty`,
    'Nothing was made. Bring the folder back from the backup; to start with an empty shop instead, move the whole data folder away.',
  )
}

/**
 * Makes an empty cluster where there never was one; several processes may do it at once, and be killed doing it.
 * @throws OperatorError where there was one
 */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { folder, account } = cluster
  await assertClusterIsNotLost(folder)
  if (!(await hasCluster(folder))) {
    await makeFolderWhole(folder, async (beside) => {
      await handOver(beside, account)
      await initialise(cluster, beside)
    })
  }
  if (!existsSync(mark(folder))) await setMark(folder)
}

async function setMark(folder: string): Promise<void> {
  await writeAndSync(mark(folder), markText).catch((error: unknown) => {
    throw storageProblem(error, mark(folder))
  })
}

/** Letters of every script must count as letters for trigrams, which ask the system's locale. */
const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function initialise(cluster: Cluster, folder: string): Promise<void> {
  const passwordFile = `${folder}.password`
  try {
    await writeAndSync(passwordFile, `${cluster.password}\n`)
    if (cluster.account.kind === 'user') await chown(passwordFile, cluster.account.uid, cluster.account.gid)
    let output = ''
    for (const locale of locales) {
      const { code, text } = await runInitdb(cluster, [
        `--pgdata=${folder}`,
        `--pwfile=${passwordFile}`,
        `--locale=${locale}`,
      ])
      if (code === 0) return
      output = text
      if (!text.includes('invalid locale')) break
    }
    throw refusalIn(output) ?? initialisationFailed(output, cluster)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function runInitdb(
  { account, binaries }: Cluster,
  settings: string[],
): Promise<{ code: number | null; text: string }> {
  const fixed = ['--auth=scram-sha-256', `--username=${superuser}`, '--encoding=UTF8', '--no-instructions']
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const child = spawnAs(account, [binaries.initdb, ...fixed, ...collation, ...settings], {
    env: binaries.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(binaries.initdb, error)))
    child.once('close', (code) => resolve({ code, text }))
  })
}

function initialisationFailed(output: string, { folder, account }: Cluster): OperatorError {
  if (saysDiskFull(output)) return diskFull(folder)
  const reason = /(?:error|FATAL|PANIC|loading shared libraries): +(.*)/.exec(output)?.[1] ?? 'initdb gave no reason'
  if (account.kind === 'user') {
    return new OperatorError(
      `the embedded Postgres refuses to run as root, and as another user it cannot be set up in ${folder}: ${reason}`,
      'Run the shop as an ordinary user, set DATA_DIR to a folder that every user can reach, or set DATABASE_URL.',
    )
  }
  return new OperatorError(
    `the embedded Postgres cannot be set up in ${folder}: ${reason}`,
    'Mend that, or set DATABASE_URL.',
  )
}

/** In what Postgres prints. */
export function saysDiskFull(output: string): boolean {
  return /No space left|free disk space|Disk quota exceeded/.test(output)
}

export function diskFull(folder: string): OperatorError {
  return new OperatorError(
    `${folder}: the disk is full`,
    'Free some space (at least 200 MB) and start the shop again, or set DATA_DIR to a folder on another disk.',
  )
}
