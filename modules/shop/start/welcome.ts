import { join } from 'node:path'
import { localUrl, type Config } from '#core/config/config.ts'
import type { AdminAccount } from '../../identity/module.ts'

/** The first ADMIN in the settings, and whether that account exists. */
export type FirstAdmin = { username: string; password: string; isGenerated: boolean; account: AdminAccount }

type Started = { port: number | undefined; admin: FirstAdmin }

/** The output of a start-up. The process that created the first admin's account also prints its password. */
export function welcome({ port, admin }: Started, { host, dataDir }: Config): string {
  const lines = port === undefined ? [] : [`The shop is open at ${localUrl(host, port)}`]
  if (port !== undefined || admin.account === 'new') lines.push(...adminLines(admin, dataDir))
  return lines.map((line) => `${line}\n`).join('')
}

function adminLines(admin: FirstAdmin, dataDir: string): string[] {
  if (admin.account === 'none') return [`No admin has the name ${admin.username}: use an existing admin account`]
  const login = `The admin logs in as ${admin.username}`
  return admin.isGenerated ? [login, passwordLine(admin, join(dataDir, 'secrets', 'admin-password'))] : [login]
}

/** A later start prints only the file, because the first one may have failed before it printed the password. */
function passwordLine({ password, account }: FirstAdmin, file: string): string {
  if (account === 'new') return `with the password ${password} (shown only once; it is stored in ${file})`
  return `with the first password, stored in ${file}, unless it was changed`
}
