import { OperatorError } from '../domain/errors.ts'
import { wrongValue, type Settings } from './settings.ts'

/**
 * The secrets that the operator has set. Missing ones are generated and kept in the data folder; in production this
 * applies only to `PERSONAL_DATA_KEY`.
 */
export type GivenSecrets = {
  jwtSecret: string | undefined
  /** Tokens signed with it are still accepted, during a rotation. */
  jwtPreviousSecret: string | undefined
  adminUsername: string | undefined
  adminPassword: string | undefined
  /** The 32-byte key that wraps every person's own key. */
  personalDataKey: Buffer | undefined
}

const neededInProduction = ['JWT_SECRET', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'] as const

/** @throws OperatorError that names the variable: for a weak one always, for a missing one in production */
export function readGivenSecrets(settings: Settings, isProduction: boolean): GivenSecrets {
  const missing = neededInProduction.filter((name) => settings.exact(name) === undefined)
  if (isProduction && missing.length > 0) {
    throw new OperatorError(
      `${missing.join(', ')} must be set when NODE_ENV is production`,
      'Set them; generate a secret with `openssl rand -base64 48`.',
    )
  }
  const jwtSecret = tokenSecret(settings, 'JWT_SECRET')
  const jwtPreviousSecret = tokenSecret(settings, 'JWT_PREVIOUS_SECRET')
  if (jwtSecret !== undefined && jwtSecret === jwtPreviousSecret) {
    throw wrongValue('JWT_PREVIOUS_SECRET', 'is the same as JWT_SECRET', 'Leave it out, or set the one used before.')
  }
  return {
    jwtSecret,
    jwtPreviousSecret,
    adminUsername: adminUsername(settings),
    adminPassword: adminPassword(settings, isProduction),
    personalDataKey: personalDataKey(settings),
  }
}

const shortestSecret = 32

/** Placeholders from manuals and templates: anyone who knows them could sign tokens. */
const wellKnownSecrets = [/change.?(me|this|it)/i, /your.*secret/i, /super.?secret/i, /a-string-secret/i, /example/i]

function tokenSecret(settings: Settings, name: string): string | undefined {
  const secret = settings.exact(name)
  if (secret === undefined) return undefined
  const bytes = Buffer.byteLength(secret)
  const remedy = 'Set a secret of your own: generate one with `openssl rand -base64 48`.'
  if (bytes < shortestSecret) throw wrongValue(name, `is too short: ${bytes} bytes, at least 32 are needed`, remedy)
  if (wellKnownSecrets.some((known) => known.test(secret)) || new Set(secret).size < 8) {
    throw wrongValue(name, 'is a well-known or easily guessed secret', remedy)
  }
  return secret
}

function adminUsername(settings: Settings): string | undefined {
  const username = settings.text('ADMIN_USERNAME')
  if (username !== undefined && (username.length > 100 || /\s|\p{Cc}/u.test(username))) {
    throw wrongValue('ADMIN_USERNAME', 'cannot be a username', 'Set at most 100 characters without blanks.')
  }
  return username
}

const wellKnownPassword =
  /^(admin|administrator|root|password|passw0rd|secret|changeme|letmein|welcome|qwerty|abc|12345678)[\d!@#]*$/i

function adminPassword(settings: Settings, isProduction: boolean): string | undefined {
  const password = settings.exact('ADMIN_PASSWORD')
  if (password === undefined) return undefined
  const { length } = Array.from(password)
  if (length < 8 || length > 128) {
    throw wrongValue('ADMIN_PASSWORD', `has ${length} characters`, 'Set a password of 8 to 128 characters.')
  }
  if (isProduction && (wellKnownPassword.test(password) || new Set(password).size < 4)) {
    throw wrongValue('ADMIN_PASSWORD', 'is a well-known or easily guessed password', 'Set one of your own.')
  }
  return password
}

function personalDataKey(settings: Settings): Buffer | undefined {
  const text = settings.text('PERSONAL_DATA_KEY')
  if (text === undefined) return undefined
  const key = decodeKey(text)
  if (key === undefined) {
    throw wrongValue(
      'PERSONAL_DATA_KEY',
      'is not 32 random bytes in base64',
      'Generate one with `openssl rand -base64 32`; for an existing database, set the key it was created with.',
    )
  }
  return key
}

/** Decodes 32 bytes from base64; `undefined` for anything else, and for bytes that are evidently not random. */
export function decodeKey(base64: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(base64)) return undefined
  const key = Buffer.from(base64, 'base64')
  return key.length === 32 && new Set(key).size >= 8 ? key : undefined
}
