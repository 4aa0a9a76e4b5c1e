import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { Rejection } from '#core/errors.ts'

const shortest = 8
const longest = 128

/** argon2id with 19 MiB, 2 passes, 1 lane: at least what reliability S13 asks for. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const tooCommon = new Set<string>((dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String))

/** What is wrong with a new password, as a sentence that says what to do; undefined where nothing is. */
export function passwordFault(password: string): string | undefined {
  const length = Array.from(password).length
  if (length < shortest) return `Password must have at least ${shortest} characters`
  if (length > longest) return `Password must have at most ${longest} characters`
  if (tooCommon.has(password.toLowerCase())) return 'This password is too common: choose one that nobody would guess'
  return undefined
}

/** An argon2id hash in the PHC form. Characters are taken as they are: spaces and emoji count. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, strength)
}

/** A hash that no password has, so that a login takes as long for a name that does not exist. */
const nobodysHash = hashPassword(crypto.randomUUID())

/** Whether it is the password of that hash; without a hash it takes the same time and is false. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  if (Array.from(password).length > longest) throw new Rejection('unauthenticated', wrongLogin)
  const matches = await verify(storedHash ?? (await nobodysHash), password)
  return matches && storedHash !== undefined
}

/** Hashes of older, weaker settings are made anew at the next login. */
export function isWeak(storedHash: string): boolean {
  return !storedHash.startsWith(
    `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`,
  )
}

/** The text of spec §8, for an unknown name and a wrong password alike. */
export const wrongLogin = 'The username or password provided are incorrect!'
