import { join } from 'node:path'
import { localUrl, type Config } from '#core/config/config.ts'
import type { AdminAccount } from '../../identity/module.ts'

/** Whom the settings name as the first ADMIN, and whether there is such an account. */
export type FirstAdmin = { username: string; password: string; isGenerated: boolean; account: AdminAccount }

type Started = { port: number | undefined; admin: FirstAdmin }

/** What the person who started the shop is told; the first admin's password by whichever process has made the account. */
export function welcome({ port, admin }: Started, { host, dataDir }: Config): string {
  const lines = port === undefined ? [] : [`The shop is open at ${localUrl(host, port)}`]
  if (port !== undefined || admin.account === 'new') lines.push(...adminLines(admin, dataDir))
  return lines.map((line) => `${line}\n`).join('')
}

function adminLines(admin: FirstAdmin, dataDir: string): string[] {
  if (admin.account === 'none') return [`No admin has the name ${admin.username}: whoever is ADMIN already logs in`]
  const login = `The admin logs in as ${admin.username}`
  return admin.isGenerated ? [login, passwordLine(admin, join(dataDir, 'secrets', 'admin-password'))] : [login]
}

/** A later start does not show it, but says where it is: the first may have failed before it could. */
function passwordLine({ password, account }: FirstAdmin, file: string): string {
  if (account === 'new') return `with the password ${password} (shown this once; it is kept in ${file})`
  return `with the first password, kept in ${file}, unless it was changed`
}
