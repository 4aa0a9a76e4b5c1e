import { existsSync } from 'node:fs'
import { chown, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasEntries, createFolderAtomically, storageProblem, writeAndSync } from '../../process/data-folder.ts'
import { OperatorError } from '../../domain/errors.ts'
import { handOver, spawnAs, type ServerAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { startError, startErrorIn } from './cannot-run.ts'

/** The major version of the embedded server, which cannot read the files of any other. */
const majorVersion = '18'

export const superuser = 'postgres'

/** A database cluster: its folder, the server's programs, the account that runs them and the superuser's password. */
export type Cluster = { folder: string; binaries: PostgresBinaries; account: ServerAccount; password: string }

/**
 * Whether the folder holds a cluster; false if it is empty or missing.
 * @throws OperatorError if it holds anything else, or lacks essential files: such a folder is never modified
 */
async function hasCluster(folder: string): Promise<boolean> {
  if (!(await hasEntries(folder))) return false
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) throw damaged(folder, 'its file PG_VERSION is missing')
  if (version.trim() !== majorVersion) {
    throw new OperatorError(
      `the database in ${folder} was created by Postgres ${version.trim().slice(0, 20)}; this shop includes ${majorVersion}`,
      'Use the version of the shop that created it, or restore a backup that this version can read.',
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

/** A file next to the cluster's folder, written once the cluster exists: without it, this is a first start. */
const mark = (folder: string) => `${folder}.made`

const markText =
  'The shop has created its database in the folder postgres next to this file. If that folder is lost, it creates no other.\n'

/** @throws OperatorError if a cluster was created before and its folder is now missing or empty */
export async function assertClusterIsNotLost(folder: string): Promise<void> {
  // The mark is checked first, because a process that is creating the cluster right now writes it last.
  if (!existsSync(mark(folder)) || (await hasEntries(folder))) return
  throw new OperatorError(
    `the database in ${folder} is lost: the folder is missing or empty`,
    'Nothing was created. Restore the folder from the backup; to start with an empty shop instead, move the whole data folder away.',
  )
}

/**
 * Creates an empty cluster unless there is one. Safe to run in several processes at once, and to kill at any point.
 * @throws OperatorError if there was one and it is lost or damaged
 */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { folder, account } = cluster
  await assertClusterIsNotLost(folder)
  if (!(await hasCluster(folder))) {
    await createFolderAtomically(folder, async (temporary) => {
      await handOver(temporary, account)
      await initialise(cluster, temporary)
    })
  }
  if (!existsSync(mark(folder))) await setMark(folder)
}

async function setMark(folder: string): Promise<void> {
  await writeAndSync(mark(folder), markText).catch((error: unknown) => {
    throw storageProblem(error, mark(folder))
  })
}

/** Trigrams use the system's locale, which must treat the letters of every script as letters. */
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
    throw startErrorIn(output) ?? initialisationFailed(output, cluster)
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
    child.once('error', (error) => reject(startError(binaries.initdb, error)))
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
    'Fix that, or set DATABASE_URL.',
  )
}

/** Whether the output of a Postgres program reports a full disk. */
export function saysDiskFull(output: string): boolean {
  return /No space left|free disk space|Disk quota exceeded/.test(output)
}

export function diskFull(folder: string): OperatorError {
  return new OperatorError(
    `${folder}: the disk is full`,
    'Free some space (at least 200 MB) and start the shop again, or set DATA_DIR to a folder on another disk.',
  )
}
