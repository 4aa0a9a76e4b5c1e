import { createReadStream, createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { OperatorError } from '../domain/errors.ts'
import { syncFolder } from '../process/data-folder.ts'
import { codeOf } from '../process/system-error.ts'

/** The cost of each guess at a passphrase: 64 MB of memory and some tenths of a second. */
const scryptLogN = 16

/**
 * Compresses the bytes and encrypts them under a passphrase, in the format of `age`, into a file that appears under its
 * name only when it is complete. @throws OperatorError if the file exists or cannot be written
 */
export async function writeSealed(file: string, passphrase: string, source: AsyncIterable<Buffer>): Promise<void> {
  await assertNew(file)
  const part = `${file}.part`
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptLogN)
  encrypter.setPassphrase(passphrase)
  const compressed = createZstdCompress()
  try {
    const compressing = pipeline(Readable.from(source), compressed)
    // Until both are awaited below, a failure of the first must not end the process.
    compressing.catch(() => undefined)
    const encrypted = await encrypter.encrypt(Readable.toWeb(compressed))
    const writing = pipeline(Readable.fromWeb(encrypted), createWriteStream(part, { mode: 0o600, flush: true }))
    await Promise.all([compressing, writing])
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw fileProblem(error, file)
  }
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
    throw fileProblem(error, file)
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

const known: Readonly<Record<string, [problem: string, remedy: string]>> = {
  ENOENT: ['there is no such file or folder', 'Check the path.'],
  EACCES: ['permission denied', 'Run the command as a user that may read and write there.'],
  EISDIR: ['this is a folder', 'Name a file.'],
  ENOSPC: ['the disk is full', 'Free some space, or name a file on another disk. Nothing was left behind.'],
}

/** Of `age` and zstd: whatever cannot be decrypted or decompressed was changed or cut off after it was written. */
function fileProblem(error: unknown, file: string): unknown {
  const [problem, remedy] = known[codeOf(error)] ?? []
  if (problem !== undefined && remedy !== undefined) return new OperatorError(`${file}: ${problem}`, remedy)
  if (!(error instanceof Error)) return error
  if (error.message.includes('no identity matched'))
    return new OperatorError(`${file} was written under another passphrase`, 'Set BACKUP_PASSPHRASE to that one.')
  if (error.message.startsWith('invalid version'))
    return new OperatorError(`${file} is no backup`, 'Name a file that `npm run ops -- backup` has written.')
  return /ciphertext|chunk|tag|stanza|header|HMAC|zstd|unexpected end|source data|frame/i.test(error.message)
    ? new OperatorError(`${file} is damaged: ${error.message}`, 'Use another backup.', { cause: error })
    : error
}
