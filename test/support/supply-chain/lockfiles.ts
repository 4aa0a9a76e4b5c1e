import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Package = Type.Object({
  version: Type.Optional(Type.String()),
  license: Type.Optional(Type.String()),
  dev: Type.Optional(Type.Boolean()),
})
const Lockfile = Type.Object({ packages: Type.Record(Type.String(), Package) })
const Manifest = Type.Object({ name: Type.String(), devDependencies: Type.Optional(Type.Unknown()) })

/** A package with its folder, such as `node_modules/koa`; the folder of the shop itself is empty. */
export type LockedPackage = [path: string, Static<typeof Package>]

/** The folders with a lockfile: what the shop consists of, and the Node.js that it runs on. */
export const lockedFolders = ['', 'core/launcher/runtime']

const root = join(import.meta.dirname, '..', '..', '..')

async function read(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, folder, file), 'utf8'))
}

/** Properties that are not in the schema are kept. */
export async function readLockfile(folder: string): Promise<Static<typeof Lockfile>> {
  return Value.Parse(Lockfile, await read(folder, 'package-lock.json'))
}

/** Properties that are not in the schema are kept. */
export async function readManifest(folder: string): Promise<Static<typeof Manifest>> {
  return Value.Parse(Manifest, await read(folder, 'package.json'))
}

/** The name of the package in a folder of a lockfile. */
export function nameAt(path: string): string {
  return path.split('node_modules/').at(-1) ?? ''
}
