import { randomBytes, randomInt } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeKey } from './given-secrets.ts'
import type { Config } from './config.ts'
import { hasEntries, createFolderAtomically, storageProblem, writeAndSync } from '../process/data-folder.ts'
import { OperatorError } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { codeOf } from '../process/system-error.ts'

/** The secrets of the shop: those that the operator has set, and generated ones for the rest. */
export type Secrets = {
  /** Signs tokens; those signed with `jwtPreviousSecret` are still accepted. */
  jwtSecret: string
  jwtPreviousSecret: string | undefined
  /** The account of the first admin, created while there is none. */
  admin: { username: string; password: string; isGenerated: boolean }
  /** The 32-byte key that wraps every person's own key. */
  personalDataKey: Buffer
  /** The password of the embedded Postgres; empty with the operator's own. */
  databasePassword: string
}

/** Each is a file in the folder `secrets` of the data folder. */
const kinds = {
  'database-password': {
    make: () => randomBytes(24).toString('hex'),
    isWhole: (text: string) => /^[\da-f]{48}$/.test(text),
  },
  'jwt-secret': {
    make: () => randomBytes(48).toString('base64url'),
    // Of 64 characters where it was generated; a restored one may be the operator's own.
    isWhole: (text: string) => Buffer.byteLength(text) >= 32,
  },
  'personal-data-key': { make: makeKey, isWhole: (text: string) => decodeKey(text) !== undefined },
  'admin-password': { make: makePassword, isWhole: (text: string) => /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/.test(text) },
}
type Kind = keyof typeof kinds

/**
 * Opens the secrets in a data folder that `openDataFolder` returned. Those that the operator has not set are generated
 * together at the first start, before anything depends on them, and never again: what they protect would be lost.
 * @throws OperatorError where a file is missing or damaged although the shop already exists
 */
export async function openSecrets(config: Config, dataDir: string, log?: Pick<Log, 'warn'>): Promise<Secrets> {
  const given = config.secrets
  const folder = join(dataDir, 'secrets')
  const stored = (kind: Kind) => readSecret(folder, kind, log)
  if (needsOwn(config)) await makeOnce(folder, join(dataDir, 'postgres'))
  return {
    jwtSecret: given.jwtSecret ?? (await stored('jwt-secret')),
    jwtPreviousSecret: given.jwtPreviousSecret,
    admin: {
      username: given.adminUsername ?? 'admin',
      password: given.adminPassword ?? (await stored('admin-password')),
      isGenerated: given.adminPassword === undefined,
    },
    personalDataKey: given.personalDataKey ?? Buffer.from(await stored('personal-data-key'), 'base64'),
    databasePassword: config.databaseUrl === undefined ? await stored('database-password') : '',
  }
}

/** The secrets that a backup holds. `personalDataKey` is in base64. */
export type SavedSecrets = { jwtSecret: string; adminPassword: string; personalDataKey: string }

/**
 * Puts the secrets of a backup into the data folder. One that the operator sets, or that is there already, must be the
 * same key. @throws OperatorError if the personal data of the backup could not be read with it
 */
export async function restoreSecrets(config: Config, dataDir: string, saved: SavedSecrets): Promise<void> {
  await assertSameKey(config, dataDir, saved)
  if (!needsOwn(config)) return
  const folder = join(dataDir, 'secrets')
  const values: Readonly<Record<string, string>> = {
    'jwt-secret': saved.jwtSecret,
    'admin-password': saved.adminPassword,
    'personal-data-key': saved.personalDataKey,
  }
  await createFolderAtomically(folder, async (temporary) => {
    for (const [name, { isWhole, make }] of Object.entries(kinds)) {
      const value = values[name]
      const text = value !== undefined && isWhole(value) ? value : make()
      await writeAndSync(join(temporary, name), `${text}\n`)
    }
  })
}

/** Writes nothing. @throws OperatorError if the operator sets, or the data folder holds, another key than the backup */
export async function assertSameKey(config: Config, dataDir: string, saved: SavedSecrets): Promise<void> {
  assertGivenKey(config, saved)
  const folder = join(dataDir, 'secrets')
  if (!needsOwn(config) || config.secrets.personalDataKey !== undefined || !(await hasEntries(folder))) return
  if ((await readSecret(folder, 'personal-data-key', undefined)) !== saved.personalDataKey) throw otherKey(folder)
}

/** @throws OperatorError if the operator sets another key for personal data than that of the backup */
export function assertGivenKey({ secrets }: Config, { personalDataKey }: SavedSecrets): void {
  const given = secrets.personalDataKey?.toString('base64')
  if (given !== undefined && given !== personalDataKey) throw otherKey('PERSONAL_DATA_KEY')
}

function otherKey(where: string): OperatorError {
  return new OperatorError(
    `${where} holds another key for personal data than the backup`,
    'Leave it out, or restore into an empty data folder: the backup brings its key.',
  )
}

function needsOwn({ secrets, databaseUrl }: Config): boolean {
  return [secrets.jwtSecret, secrets.adminPassword, secrets.personalDataKey, databaseUrl].includes(undefined)
}

async function makeOnce(folder: string, databaseFolder: string): Promise<void> {
  if (await hasEntries(folder)) return
  if (await hasEntries(databaseFolder)) {
    throw new OperatorError(
      `${folder} is missing, but there is a database in ${databaseFolder} that cannot be read without it`,
      'Restore the folder from the backup that the database is from; to start with an empty shop, move the whole data folder away.',
    )
  }
  await createFolderAtomically(folder, async (temporary) => {
    for (const [name, kind] of Object.entries(kinds)) await writeAndSync(join(temporary, name), `${kind.make()}\n`)
  })
}

async function readSecret(folder: string, kind: Kind, log: Pick<Log, 'warn'> | undefined): Promise<string> {
  const path = join(folder, kind)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? unusable(path, 'is missing') : storageProblem(error, path)
  })
  const secret = text.trimEnd()
  if (!kinds[kind].isWhole(secret)) throw unusable(path, 'is damaged')
  await makePrivate(path, log)
  return secret
}

/** A restored backup may have made a secret readable by others. Failing to correct that is no reason to stop. */
async function makePrivate(path: string, log: Pick<Log, 'warn'> | undefined): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o077) === 0) return
  const modeText = (mode & 0o777).toString(8).padStart(4, '0')
  log?.warn(
    { mode: modeText },
    `${path} was readable by other users: replace the secret if any of them may have read it`,
  )
  await chmod(path, 0o600).catch(() => undefined)
}

function unusable(path: string, problem: string): OperatorError {
  return new OperatorError(
    `${path} ${problem}`,
    'It is never regenerated, because what it protects would be lost: restore it from a backup of the data folder.',
  )
}

function makeKey(): string {
  const key = randomBytes(32).toString('base64')
  return decodeKey(key) === undefined ? makeKey() : key
}

/** Twenty unambiguous letters and digits: 98 bits, easy to type. */
function makePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
