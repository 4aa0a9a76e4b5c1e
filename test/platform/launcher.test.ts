import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'

const root = join(import.meta.dirname, '..', '..')
/** A tree with the real launcher and lockfile, whose entry is a program of the test. */
let tree: string

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'shop-launch-'))
  await mkdir(join(tree, 'core'))
  await cp(join(root, 'core/launcher'), join(tree, 'core/launcher'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(root, file), join(tree, file))
})
afterEach(() => rm(tree, { recursive: true, force: true }))

type Launched = {
  child: ChildProcess
  output: () => string
  printed: (text: string) => Promise<void>
  end: Promise<unknown>
}

async function launch(program: string, env: NodeJS.ProcessEnv = {}, ...parameters: string[]): Promise<Launched> {
  return launchEntry('entry.mjs', program, { env, parameters })
}

type Launching = { env: NodeJS.ProcessEnv; parameters?: readonly string[] }

async function launchEntry(entry: string, program: string, { env, parameters = [] }: Launching): Promise<Launched> {
  await writeFile(join(tree, entry), program)
  const child = spawn(process.execPath, ['core/launcher/launch.mjs', entry, ...parameters], {
    cwd: tree,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const end = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  const printed = (text: string) => eventually(() => expect(output).toContain(text))
  return { child, output: () => output, printed, end }
}

const flagsPrinted = "console.log(process.execArgv.filter((flag) => flag.includes('-size=')).join())"

describe('the launcher, with everything installed,', () => {
  beforeEach(() => symlink(join(root, 'node_modules'), join(tree, 'node_modules')))

  test('runs the entry with its arguments, and prints and writes nothing itself', async () => {
    const before = await readdir(tree)
    const { output, end } = await launch('console.log(process.argv.slice(2).join())', {}, 'replay', '--all')
    expect(await end).toBe(0)
    expect(output()).toBe('replay,--all\n')
    expect(await readdir(tree)).toEqual(['entry.mjs', ...before].toSorted((a, b) => a.localeCompare(b, 'en')))
  })

  test.each([
    ['main.ts', undefined, 256],
    ['main.ts', ' 512 ', 512],
    ['ops.ts', '128', 128],
    ['ops.ts', '65536', 65_536],
  ])('limits the heap of %s to SHOP_HEAP_MB (%s) megabytes', async (entry, heap, megabytes) => {
    const { output, end } = await launchEntry(entry, flagsPrinted, { env: { SHOP_HEAP_MB: heap } })
    expect(await end).toBe(0)
    expect(output()).toBe(`--max-old-space-size=${megabytes},--max-semi-space-size=16\n`)
  })

  test.each(['127', '65537', '256MB', '-256', '1e3'])(
    'refuses the heap limit %j in one line that names the variable',
    async (heap) => {
      const { output, end } = await launchEntry('main.ts', flagsPrinted, { env: { SHOP_HEAP_MB: heap } })
      expect(await end).toBe(1)
      expect(output()).toBe(
        `SHOP_HEAP_MB is "${heap}". Set it to a whole number of megabytes from 128 to 65536, or leave it out for 256.\n`,
      )
    },
  )

  test.each([0, 1, 3])('exits with the exit code %i of the entry', async (code) => {
    const { end } = await launch(`process.exit(${code})`)
    expect(await end).toBe(code)
  })

  test('ends by the signal that ended the entry', async () => {
    const { end } = await launch("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)")
    expect(await end).toBe('SIGKILL')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('forwards %s, and waits for the graceful shutdown', async (signal) => {
    const { child, output, printed, end } = await launch(`
      process.on('${signal}', () => setTimeout(() => { console.log('stopped'); process.exit(0) }, 50))
      setInterval(() => {}, 1000)
      console.log('running')
    `)
    await printed('running')
    child.kill(signal)
    expect(await end).toBe(0)
    expect(output()).toContain('stopped')
  })

  test('started by npm, stops the entry when npm is gone', async () => {
    await writeFile(
      join(tree, 'npm.mjs'),
      `import { spawn } from 'node:child_process'
       spawn(process.execPath, ['core/launcher/launch.mjs', 'entry.mjs'], { stdio: 'inherit' })
       setInterval(() => {}, 1000)`,
    )
    await writeFile(
      join(tree, 'entry.mjs'),
      "process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) }); setInterval(() => {}, 1000); console.log('running')",
    )
    const npm = spawn(process.execPath, ['npm.mjs'], {
      cwd: tree,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const chunks: string[] = []
    for await (const chunk of npm.stdout) {
      chunks.push(String(chunk))
      if (String(chunk).includes('running')) npm.kill('SIGKILL')
    }
    expect(chunks.join('')).toBe('running\nstopped\n')
  })

  test('waits for another start that is installing, and takes over the lock if that is killed', async () => {
    await rm(join(tree, 'node_modules'))
    await writeFile(
      join(tree, 'other.mjs'),
      `import { withLock } from './core/launcher/lock.mjs'
       await withLock(import.meta.dirname, () => new Promise(() => setInterval(() => {}, 1000)))`,
    )
    const other = spawn(process.execPath, ['other.mjs'], { cwd: tree, stdio: 'ignore' })
    onTestFinished(() => void other.kill('SIGKILL'))
    await eventually(async () => expect(await readdir(tree)).toContain('.launching'))
    const { output, printed, end } = await launch("console.log('entered')")
    await printed('waiting for it')
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    other.kill('SIGKILL')
    expect(await end).toBe(0)
    expect(output()).toContain('entered')
    expect(await readdir(tree)).not.toContain('.launching')
  })

  test.each([
    ['emptied by a power cut', ''],
    ['garbled by a power cut', '\0\0\0\0'],
    ['of an earlier process with its own pid', String(process.pid)],
    ['of an earlier process whose pid is in use again', `${process.ppid} 4711@another-boot`],
  ])('takes over a lock %s', async (_, owner) => {
    // The second folder is that of a process that was killed during its own takeover.
    for (const folder of ['.launching', `.launching-${process.pid}-left`]) {
      await mkdir(join(tree, folder))
      await writeFile(join(tree, folder, 'owner'), owner)
    }
    const { withLock }: { withLock: <T>(root: string, work: () => T) => Promise<T> } = await import(
      join(root, 'core/launcher/lock.mjs')
    )
    expect(await withLock(tree, () => 'done')).toBe('done')
    expect((await readdir(tree)).filter((name) => name.startsWith('.launching'))).toEqual([])
  })
})

describe('the launcher, with packages missing,', () => {
  test('reports in one line why npm cannot install them, and releases its lock', async () => {
    const { output, end } = await launch("console.log('entered')", {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(tree, 'cache'),
    })
    expect(await end).toBe(1)
    expect(output()).toMatch(
      /^Installing the packages.*\nnpm could not install the packages: ECONNREFUSED.*then start again\.\n$/,
    )
    expect(await readdir(tree)).not.toContain('.launching')
  })

  test('reports in one line that there is no npm', async () => {
    const { output, end } = await launch('', { npm_execpath: undefined, PATH: tree })
    expect(await end).toBe(1)
    expect(output()).toMatch(
      /^Installing the packages.*\nnpm cannot be run on this machine \(ENOENT\)\. Check that.*\n$/,
    )
  })

  test.each([
    ['packages other than those in the lockfile', { 'node_modules/pg': { version: '1.0.0', integrity: 'sha512-x' } }],
    ['none at all', {}],
  ])('does not count a folder with %s as installed', async (_, packages) => {
    await mkdir(join(tree, 'node_modules'))
    await writeFile(join(tree, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
    const { areDependenciesInstalled }: { areDependenciesInstalled: (root: string) => boolean } = await import(
      join(root, 'core/launcher/dependencies.mjs')
    )
    expect(areDependenciesInstalled(tree)).toBe(false)
    expect(areDependenciesInstalled(root)).toBe(true)
  })
})

test.each([
  ['was built for another system', 'ENOENT', 0o755],
  ['is not executable', 'EACCES', 0o644],
])('a program that %s is reported in one line, and the launcher exits', async (_, code, mode) => {
  const program = join(tree, 'program')
  await writeFile(program, '#!/lib/of-another-system\n', { mode })
  await writeFile(
    join(tree, 'run.mjs'),
    `import { runInForeground } from './core/launcher/children.mjs'
     await runInForeground('${program}', [], {}).catch((error) => console.log(error.constructor.name, error.message))`,
  )
  const child = spawn(process.execPath, ['run.mjs'], { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const chunks: string[] = []
  for await (const chunk of child.stdout) chunks.push(String(chunk))
  expect(chunks.join('')).toMatch(/^CannotLaunch .+ cannot be run on this machine \(.+\)\. Check that .+\n$/)
  expect(chunks.join('')).toContain(`${program} cannot be run on this machine (${code})`)
})

test('the runtime package carries Node.js 24 for every platform', async () => {
  const text = await readFile(join(root, 'core/launcher/runtime/package.json'), 'utf8')
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(text)
  for (const version of Object.values(optionalDependencies)) expect(version).toMatch(/^24\.\d+\.\d+$/)
})
