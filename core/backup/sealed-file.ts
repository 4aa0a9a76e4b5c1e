import { createReadStream, createWriteStream } from 'node:fs'
import { access, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { OperatorError } from '../domain/errors.ts'
import { syncFolder } from '../process/data-folder.ts'
import { codeOf, isRunning } from '../process/system-error.ts'

/** The cost of each guess at a passphrase: 64 MB of memory and some tenths of a second. */
const scryptLogN = 16

export type SealRequest<Verified> = {
  file: string
  passphrase: string
  source: AsyncIterable<Buffer>
  /** Aborts at Ctrl-C: nothing is left behind. */
  signal?: AbortSignal | undefined
  /** Reads back what was written, before it gets its name. */
  verify: (part: string) => Promise<Verified>
}

/**
 * Compresses the bytes and encrypts them under a passphrase, in the format of `age`, into a file that appears under its
 * name only when it is complete and verified. @throws OperatorError if the file exists or cannot be written
 */
export async function writeSealed<Verified>(request: SealRequest<Verified>): Promise<Verified> {
  const { file, signal, verify } = request
  await assertNew(file)
  const part = `${file}.part-${process.pid}`
  try {
    await removePartsOfEndedProcesses(file)
    await writePart(part, request)
    const verified = await verify(part)
    signal?.throwIfAborted()
    await assertNew(file)
    await rename(part, file)
    await syncFolder(dirname(file))
    return verified
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw signal?.aborted === true ? interrupted(file) : (fileProblem(error, file) ?? error)
  }
}

async function writePart(part: string, { passphrase, source, signal }: SealRequest<unknown>): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptLogN)
  encrypter.setPassphrase(passphrase)
  const compressed = createZstdCompress()
  const compressing = pipeline(Readable.from(source), compressed, { ...(signal && { signal }) })
  // Until both are awaited below, a failure of the first must not end the process.
  compressing.catch(() => undefined)
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed))
  const writing = pipeline(
    Readable.fromWeb(encrypted),
    createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await Promise.all([compressing, writing])
}

/** The bytes that were sealed. @throws OperatorError for another passphrase, or a file that is damaged or no backup */
export async function* readSealed(file: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const source = createReadStream(file)
  const bytes = createZstdDecompress()
  try {
    const decrypted = await decrypter.decrypt(Readable.toWeb(source))
    const decompressing = pipeline(Readable.fromWeb(decrypted), bytes)
    decompressing.catch(() => undefined)
    yield* bytes
    await decompressing
  } catch (error) {
    throw fileProblem(error, file) ?? damage(error, file) ?? error
  } finally {
    source.destroy()
    bytes.destroy()
  }
}

async function assertNew(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new OperatorError(`${file} exists already`, 'Name a new file: a backup never replaces another.')
}

/** What killed commands have left of the same file. */
async function removePartsOfEndedProcesses(file: string): Promise<void> {
  const prefix = `${basename(file)}.part-`
  const names = await readdir(dirname(file))
  for (const name of names) {
    const process = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^\d+$/.test(process) && !isRunning(Number(process))) await rm(join(dirname(file), name), { force: true })
  }
}

function interrupted(file: string): OperatorError {
  return new OperatorError(`${file} was not written: the command was interrupted`, 'Nothing was left behind.')
}

const known: Readonly<Record<string, [problem: string, remedy: string]>> = {
  ENOENT: ['there is no such file or folder', 'Check the path.'],
  ENOTDIR: ['a part of the path is not a folder', 'Check the path.'],
  EACCES: ['permission denied', 'Run the command as a user that may read and write there.'],
  EROFS: ['the disk is read-only', 'Name a file on another disk.'],
  EISDIR: ['this is a folder', 'Name a file.'],
  ENOSPC: ['the disk is full', 'Free some space, or name a file on another disk. Nothing was left behind.'],
  EDQUOT: ['the disk quota is used up', 'Free some space, or name a file on another disk. Nothing was left behind.'],
  EFBIG: ['the file would be larger than this disk or user may have', 'Name a file on another disk.'],
  EIO: ['input/output error', 'Use another disk.'],
}

function fileProblem(error: unknown, file: string): OperatorError | undefined {
  const [problem, remedy] = known[codeOf(error)] ?? []
  return problem === undefined || remedy === undefined ? undefined : new OperatorError(`${file}: ${problem}`, remedy)
}

/** Of `age` and zstd: whatever cannot be decrypted or decompressed was changed or cut off after it was written. */
function damage(error: unknown, file: string): OperatorError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.includes('no identity matched'))
    return new OperatorError(`${file} was written under another passphrase`, 'Set BACKUP_PASSPHRASE to that one.')
  if (error.message.startsWith('invalid version'))
    return new OperatorError(`${file} is not a backup`, 'Name a file that `npm run ops -- backup` has written.')
  return /ciphertext|chunk|tag|stanza|header|HMAC|zstd|unexpected end|source data|frame/i.test(error.message)
    ? new OperatorError(`${file} is damaged: ${error.message}`, 'Use another backup.', { cause: error })
    : undefined
}
