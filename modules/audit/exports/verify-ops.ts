import { createReadStream } from 'node:fs'
import { type Terminal } from '#core/cli/terminal.ts'
import { counted } from '#core/text/counted.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { BrokenChain, checkHashChain } from '#core/crypto/hash-chain.ts'
import { codeOf } from '#core/process/system-error.ts'

/** `ops verify-export`: checks that a signed export is unchanged; reports the first line that cannot be trusted. */
export async function verifyExportCommand(
  { terminal }: { terminal: Terminal },
  { file, publicKey }: { file: string; publicKey: string },
): Promise<boolean> {
  try {
    const check = checkHashChain(publicKey)
    for await (const line of linesOf(file)) check.take(line)
    const events = check.finish()
    terminal.print(`${file}: complete and unchanged, ${counted(events, 'event')}`)
    terminal.json({ file, ok: true, events })
    return true
  } catch (error) {
    if (!(error instanceof BrokenChain)) throw unreadable(file, error)
    terminal.print(`${file}: ${error.message}`)
    terminal.json({ file, ok: false, line: error.line, error: error.message })
    return false
  }
}

function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const code = codeOf(error)
  return code === 'ENOENT'
    ? new OperatorError(`there is no file ${file}`, 'Name the downloaded file.', { cause: error })
    : new OperatorError(`${file} cannot be read (${code})`, 'Name the downloaded file, and let this user read it.', {
        cause: error,
      })
}

const lineBreak = 0x0a

/** The raw bytes of each line, because the signature covers bytes. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    let start = 0
    for (let end = rest.indexOf(lineBreak); end >= 0; end = rest.indexOf(lineBreak, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) yield rest
}
