import { hash, verify } from '@node-rs/argon2'
import { longestPassword } from '../domain/password-rules.ts'

/** argon2id with 19 MiB, 2 passes, 1 lane: the minimum that OWASP recommends. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** An argon2id hash in the PHC form. Characters are taken as they are: spaces and emoji count. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, strength)
}

/** A hash that no password has, so that a login takes as long for a name that does not exist. */
const nobodysHash = hashPassword(crypto.randomUUID())

/**
 * Whether it is the password of that hash; without a hash, and for a password that is too long to be anybody's, it takes
 * the same time and is false.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isTooLong = Array.from(password).length > longestPassword
  const matches = await verify(storedHash ?? (await nobodysHash), isTooLong ? '' : password)
  return matches && !isTooLong && storedHash !== undefined
}

/** Hashes of older, weaker settings are made again at the next login. */
export function isWeak(storedHash: string): boolean {
  return !storedHash.startsWith(
    `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`,
  )
}
