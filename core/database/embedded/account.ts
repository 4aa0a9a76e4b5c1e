import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../domain/errors.ts'
import { cannotRun } from './cannot-run.ts'

const run = promisify(execFile)

/** As whom the server's programs run: Postgres refuses to be root. */
export type ServerAccount =
  | { kind: 'self' }
  /** Root in a user namespace of its own, where it goes by another number; the files stay root's. */
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number }

/**
 * Chooses the account for the cluster in `folder`, which may not exist yet: who owns it must run it.
 * @throws OperatorError where root has no way not to be root
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

/** Gives a folder with all in it to the account, and lets the account pass through the data folder that holds it. */
export async function handOver(folder: string, account: ServerAccount): Promise<void> {
  if (account.kind !== 'user') return
  await chmod(dirname(folder), 0o711)
  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['.', ...entries]) await chown(join(folder, entry), account.uid, account.gid)
}

/**
 * Starts one of the server's programs under the account, in a session of its own, so that the terminal's Ctrl-C ends the
 * shop first and the server after it.
 * @throws OperatorError where the system refuses it at once; what it refuses later is the child's `error`: for `cannotRun`
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
    throw cannotRun(program, error)
  }
}
