import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder } from '#core/process/data-folder.ts'
import { OperatorError } from '#core/domain/errors.ts'

let parent: string

beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'shop-folder-')))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

describe('the data folder', () => {
  test('is created with its parent folders, for its owner only', async () => {
    const folder = join(parent, 'a', 'b')
    expect(await openDataFolder(folder)).toBe(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('has one name, through whatever link it is reached', async () => {
    await mkdir(join(parent, 'real'))
    await symlink(join(parent, 'real'), join(parent, 'link'))
    expect(await openDataFolder(join(parent, 'link'))).toBe(join(parent, 'real'))
  })

  test('is refused with a remedy if a file is in place of it or of its parent', async () => {
    const file = join(parent, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'data')]) {
      await expect(openDataFolder(path)).rejects.toThrow(OperatorError)
      await expect(openDataFolder(path)).rejects.toThrow('cannot be the data folder: a file of that name is in the way')
    }
  })

  test('is refused with a remedy if it cannot be created', async () => {
    await expect(openDataFolder('/proc/shop')).rejects.toThrow(OperatorError)
    await expect(openDataFolder(join(parent, 'x'.repeat(300)))).rejects.toThrow('the path is too long')
    await symlink('loop', join(parent, 'loop'))
    await expect(openDataFolder(join(parent, 'loop', 'data'))).rejects.toThrow(OperatorError)
  })
})
