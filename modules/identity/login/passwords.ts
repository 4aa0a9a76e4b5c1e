import { hash, verify } from '@node-rs/argon2'
import { longestPassword } from '../domain/password-rules.ts'

/** argon2id with 19 MiB, 2 passes, 1 lane: the minimum that OWASP recommends. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** An argon2id hash in PHC format. The password is not normalised: spaces and emoji count. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, strength)
}

/** A hash that no password matches, so that a login takes as long for an unknown name. */
const unmatchableHash = hashPassword(crypto.randomUUID())

/**
 * Whether the password matches the hash. False, in the same time, if there is no hash or the password is too long to be
 * valid.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isTooLong = Array.from(password).length > longestPassword
  const matches = await verify(storedHash ?? (await unmatchableHash), isTooLong ? '' : password)
  return matches && !isTooLong && storedHash !== undefined
}

/** Whether a hash uses other settings than the current ones; such hashes are replaced at the next login. */
export function isWeak(storedHash: string): boolean {
  return !storedHash.startsWith(
    `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`,
  )
}
