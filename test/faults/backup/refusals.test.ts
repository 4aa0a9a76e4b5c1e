import { randomBytes } from 'node:crypto'
import { access, appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeDocument } from '#core/backup/frames.ts'
import { openTerminal } from '#core/cli/terminal.ts'
import { readConfig } from '#core/config/config.ts'
import { openSecrets } from '#core/config/secrets.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { failureText } from '#core/process/run-process.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { restoreCommand, type RestoreWish } from '#modules/shop/ops/restore.ts'
import { writeSealed } from '#core/backup/sealed-file.ts'
import { needsTerminal } from '../../support/engines/engines.ts'
import { openDrills, passphrase, startAt, type Drills, type Place } from '../../support/backup/restorable-shop.ts'
import { ask } from '../../support/postgres/postgres.ts'
import { runOpsAtTerminal } from '../../support/shop/ops-at-terminal.ts'
import { runOps } from '../../support/shop/ops-process.ts'

let drills: Drills
let place: Place
let backup: string
/** The target of a restore that never happens. */
let target: Place

beforeAll(async () => {
  drills = await openDrills()
  place = drills.embedded('shop')
  await (await startAt(place)).end('SIGTERM')
  backup = join(drills.folder, 'shop.backup')
  const written = await runOps(place, 'backup', backup)
  if (written.code !== 0) throw new Error(written.stderr)
  target = drills.embedded('never made')
}, 540_000)
afterAll(() => drills.close())

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** In this process, which saves starting another. */
async function expectRefusal(env: Place, wish: Partial<RestoreWish>, message: string | RegExp): Promise<void> {
  const deps = {
    config: readConfig(env, drills.folder),
    terminal: openTerminal({ isJson: true, stderr: { write: () => true } }),
    log: silentLog,
    signal: new AbortController().signal,
  }
  const refusal = restoreCommand(deps, { file: backup, passphrase, erasures: 'none', ...wish })
  const error = await refusal.then(
    () => 'it was restored',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OperatorError)
  expect(failureText(error)).toMatch(message)
  expect(await exists(target.DATA_DIR)).toBe(false)
}

/** A backup as another release might have written it. */
async function foreignBackup(name: string, manifest: object): Promise<string> {
  const file = join(drills.folder, name)
  const head = { madeAt: '2026-11-24T09:00:00.000Z', eventsIn: 'database', migrations: [] }
  const secrets = { jwtSecret: '', adminPassword: '', personalDataKey: '' }
  async function* source() {
    yield encodeDocument('manifest', { format: 1, ...head, secrets, ...manifest })
    yield encodeDocument('footer', { rowsOf: {} })
  }
  await writeSealed({ file, passphrase, source: source(), verify: () => Promise.resolve() })
  return file
}

describe('a restore is refused before anything is written', () => {
  test('without a passphrase', async () => {
    const { code, stderr } = await runOps({ ...target, BACKUP_PASSPHRASE: '' }, 'restore', backup)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Set BACKUP_PASSPHRASE') })
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(await exists(target.DATA_DIR)).toBe(false)
  })

  test('with a different passphrase', () =>
    expectRefusal(target, { passphrase: 'four words of mine' }, 'was written under another passphrase'))

  test.each<[string, Record<string, string>, string]>([
    ['with another master key', { PERSONAL_DATA_KEY: randomBytes(32).toString('base64') }, 'another key'],
    ['of events that belong into EventStoreDB', { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' }, 'EVENTSTORE_URL'],
  ])('%s', (_, env, message) => expectRefusal({ ...target, ...env }, {}, message))

  test('next to the secrets of another shop', async () => {
    const external = await drills.external('another shop')
    await mkdir(external.DATA_DIR)
    await openSecrets(readConfig(external, drills.folder), external.DATA_DIR)
    await expectRefusal(external, {}, 'another key')
    const tables = `select count(*) from pg_tables where schemaname = 'public'`
    expect(await ask(tables, external['DATABASE_URL'] ?? '')).toBe('0')
  })

  test('without the list of later erasures', () =>
    expectRefusal(target, { erasures: [] }, 'there is no list of erasures'))

  test('with a list of erasures that does not exist', () =>
    expectRefusal(target, { erasures: [join(drills.folder, 'no such list')] }, 'cannot be read'))

  test('with the persons of another backup, if the backup contains the events', () =>
    expectRefusal(target, { persons: backup }, 'Leave --persons out'))

  test.each([
    ['format', { format: 2 }, 'this release does not know its format'],
    ['migration', { migrations: ['2031-01-01-later'] }, 'it has 2031-01-01-later'],
  ])('from a newer release, by its %s', async (name, manifest, message) => {
    const file = await foreignBackup(`newer-${name}.backup`, manifest)
    await expectRefusal(target, { file }, message)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['was changed', (bytes) => bytes.fill((bytes.at(200) ?? 0) ^ 1, 200, 201)],
    ['was cut off', (bytes) => bytes.subarray(0, -100)],
    ['is empty', () => Buffer.alloc(0)],
    ['is not a backup', () => Buffer.from('a text\n')],
  ])('of a file that %s', async (name, change) => {
    const file = join(drills.folder, `${name}.backup`)
    await writeFile(file, change(await readFile(backup)))
    await expectRefusal(target, { file }, /is damaged|is not a backup/)
  })
})

describe('a backup', () => {
  test('overwrites no file, requires a passphrase of 12 characters, and is readable by its owner only', async () => {
    const before = await readFile(backup)
    const again = await runOps(place, 'backup', backup)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
    expect((await readFile(backup)).equals(before)).toBe(true)
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const short = await runOps({ ...place, BACKUP_PASSPHRASE: 'eleven char' }, 'backup', `${backup}.short`)
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('fewer than 12 characters') })
  })

  test('contains nothing that can be read without the passphrase', async () => {
    const text = await readFile(backup, 'latin1')
    expect(text).toMatch(/^age-encryption\.org\/v1\n-> scrypt/)
    expect(text).not.toMatch(/admin|argon2|accounts/)
  })

  test('of a place without a shop is refused, because it would be empty', async () => {
    const file = join(drills.folder, 'empty.backup')
    const empty = await runOps(drills.embedded('no shop'), 'backup', file)
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no shop in this database') })
    expect(await exists(file)).toBe(false)
  })

  test(
    'prompts for the passphrase twice on a terminal, without echoing it',
    { ...needsTerminal, timeout: 120_000 },
    async () => {
      const atTerminal = { ...place, BACKUP_PASSPHRASE: '' }
      const file = join(drills.folder, 'typed.backup')
      const [first, second] = [
        { question: 'Passphrase of the backup: ', answer: passphrase },
        { question: 'Once more: ', answer: passphrase },
      ]
      const written = await runOpsAtTerminal(atTerminal, ['backup', file], first, second)
      expect(written).toEqual({ code: 0, output: expect.stringMatching(/reading it back .*100%[^]*read back whole/) })
      expect(written.output).not.toContain(passphrase)
      const differing = { ...second, answer: 'four other words' }
      const refused = await runOpsAtTerminal(atTerminal, ['backup', `${file}2`], first, differing)
      expect(refused).toEqual({ code: 1, output: expect.stringContaining('the two passphrases differ') })
      for (const key of ['\u0003', '\u0004']) {
        const ended = await runOpsAtTerminal(atTerminal, ['backup', `${file}3`], { ...first, answer: key })
        expect(ended).toEqual({ code: 1, output: expect.stringContaining('there was no answer. Nothing was changed.') })
      }
    },
  )
})

test('the list of erasures may be combined from several lists, with ids that are in no backup', async () => {
  const lists = [join(drills.folder, 'one.txt'), join(drills.folder, 'two.txt')]
  for (const list of lists) await appendFile(list, '# a heading\nsomebody-else\n\n')
  const restored = await runOps(drills.embedded('restored'), 'restore', backup, '--erasures', ...lists, '--json')
  expect(restored).toMatchObject({ code: 0 })
  expect(JSON.parse(restored.stdout)).toMatchObject({ erased: 0, rows: { accounts: 1 } })
})
