import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../domain/errors.ts'
import { startError } from './cannot-run.ts'

const run = promisify(execFile)

/** The account that runs the server's programs: Postgres refuses to run as root. */
export type ServerAccount =
  | { kind: 'self' }
  /** Root, mapped to another uid inside a new user namespace; the files still belong to root. */
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number }

/**
 * Chooses the account for the cluster in `folder`, which may not exist yet: Postgres must run as the folder's owner.
 * @throws OperatorError if the process is root and cannot switch to another account
 */
export async function chooseAccount(folder: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const owner = await stat(folder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  if (await canUnshare()) return { kind: 'namespace' }
  const nobody = await nobodyAccount()
  if (owner !== undefined) await handOver(folder, nobody)
  return nobody
}

const namespaceArguments = ['--user', '--map-user=1000', '--map-group=1000']

async function canUnshare(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return run('unshare', [...namespaceArguments, 'true']).then(
    () => true,
    () => false,
  )
}

async function nobodyAccount(): Promise<ServerAccount & { kind: 'user' }> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
    return { kind: 'user', uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch (error) {
    throw new OperatorError(
      'the embedded Postgres refuses to run as root, and there is no user nobody to run it as',
      'Run the shop as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

/** Makes the account the owner of a folder and its contents, and lets it traverse the data folder above. */
export async function handOver(folder: string, account: ServerAccount): Promise<void> {
  if (account.kind !== 'user') return
  await chmod(dirname(folder), 0o711)
  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['.', ...entries]) await chown(join(folder, entry), account.uid, account.gid)
}

/**
 * Starts one of the server's programs under the account, detached from the terminal's session, so that Ctrl-C reaches
 * only the shop, which then stops the server.
 * @throws OperatorError if the spawn fails immediately; a later failure is the child's `error` event: pass it to
 * `startError`
 */
export function spawnAs(
  account: ServerAccount,
  command: readonly [program: string, ...rest: string[]],
  options: { env: NodeJS.ProcessEnv; stdio: StdioOptions },
): ChildProcess {
  const [program, ...rest] = command
  const settings = { ...options, cwd: '/', detached: true, windowsHide: true }
  try {
    if (account.kind === 'namespace') return spawn('unshare', [...namespaceArguments, program, ...rest], settings)
    if (account.kind === 'self') return spawn(program, rest, settings)
    return spawn(program, rest, { ...settings, uid: account.uid, gid: account.gid })
  } catch (error) {
    throw startError(program, error)
  }
}
