import { join } from 'node:path'
import { localUrl, type Config } from '#core/config.ts'

/** The first ADMIN; `isNew` where this very start has made the account. */
export type FirstAdmin = { username: string; password: string; isGenerated: boolean; isNew: boolean }

type Started = { port: number | undefined; admin: FirstAdmin }

/** What the person who started the shop is told; the first admin's password by whichever process has made the account. */
export function welcome({ port, admin }: Started, { host, dataDir }: Config): string {
  const lines = port === undefined ? [] : [`The shop is open at ${localUrl(host, port)}`]
  if (port !== undefined || admin.isNew) {
    lines.push(`The admin logs in as ${admin.username}`)
    if (admin.isGenerated) lines.push(passwordLine(admin, join(dataDir, 'secrets', 'admin-password')))
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** A later start does not show it, but says where it is: the first may have failed before it could. */
function passwordLine({ password, isNew }: FirstAdmin, file: string): string {
  if (isNew) return `with the password ${password} (shown this once; it is kept in ${file})`
  return `with the first password, kept in ${file}, unless it was changed`
}
