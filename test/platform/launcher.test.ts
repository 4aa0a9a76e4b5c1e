import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'

const root = join(import.meta.dirname, '..', '..')
/** A tree with the real launcher and lockfile, whose entry is a program of the test's own. */
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
  said: (text: string) => Promise<void>
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
  const said = (text: string) => eventually(() => expect(output).toContain(text))
  return { child, output: () => output, said, end }
}

const flagsPrinted = "console.log(process.execArgv.filter((flag) => flag.includes('-size=')).join())"

describe('the launcher, where everything is installed,', () => {
  beforeEach(() => symlink(join(root, 'node_modules'), join(tree, 'node_modules')))

  test('runs the entry with its arguments, without a word or a file of its own', async () => {
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
    'refuses the heap limit %j with a line that names the variable',
    async (heap) => {
      const { output, end } = await launchEntry('main.ts', flagsPrinted, { env: { SHOP_HEAP_MB: heap } })
      expect(await end).toBe(1)
      expect(output()).toBe(
        `SHOP_HEAP_MB is "${heap}". Set it to a whole number of megabytes from 128 to 65536, or leave it out for 256.\n`,
      )
    },
  )

  test.each([0, 1, 3])('ends with the exit code %i of the entry', async (code) => {
    const { end } = await launch(`process.exit(${code})`)
    expect(await end).toBe(code)
  })

  test('ends by the signal that ended the entry', async () => {
    const { end } = await launch("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)")
    expect(await end).toBe('SIGKILL')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('passes %s on, and waits for the graceful end', async (signal) => {
    const { child, output, said, end } = await launch(`
      process.on('${signal}', () => setTimeout(() => { console.log('stopped'); process.exit(0) }, 50))
      setInterval(() => {}, 1000)
      console.log('running')
    `)
    await said('running')
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
    const heard: string[] = []
    for await (const chunk of npm.stdout) {
      heard.push(String(chunk))
      if (String(chunk).includes('running')) npm.kill('SIGKILL')
    }
    expect(heard.join('')).toBe('running\nstopped\n')
  })

  test('waits for another start that prepares, and takes over from one that was killed', async () => {
    await rm(join(tree, 'node_modules'))
    await writeFile(
      join(tree, 'other.mjs'),
      `import { withLock } from './core/launcher/lock.mjs'
       await withLock(import.meta.dirname, () => new Promise(() => setInterval(() => {}, 1000)))`,
    )
    const other = spawn(process.execPath, ['other.mjs'], { cwd: tree, stdio: 'ignore' })
    onTestFinished(() => void other.kill('SIGKILL'))
    await eventually(async () => expect(await readdir(tree)).toContain('.launching'))
    const { output, said, end } = await launch("console.log('entered')")
    await said('waiting for it')
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    other.kill('SIGKILL')
    expect(await end).toBe(0)
    expect(output()).toContain('entered')
    expect(await readdir(tree)).not.toContain('.launching')
  })

  test.each([
    ['that a power cut emptied', ''],
    ['that a power cut garbled', '\0\0\0\0'],
    ['of an earlier process with its own number', String(process.pid)],
    ['of an earlier process whose number is taken', `${process.ppid} 4711@another-boot`],
  ])('takes over a lock %s', async (_, owner) => {
    // The second: of one that was killed as it took over itself.
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

describe('the launcher, where packages are missing,', () => {
  test('says in one line why npm cannot install them, and leaves nothing half done', async () => {
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

  test('says in one line that there is no npm', async () => {
    const { output, end } = await launch('', { npm_execpath: undefined, PATH: tree })
    expect(await end).toBe(1)
    expect(output()).toMatch(
      /^Installing the packages.*\nnpm cannot be run on this machine \(ENOENT\)\. Check that.*\n$/,
    )
  })

  test.each([
    ['other packages than the lockfile says', { 'node_modules/pg': { version: '1.0.0', integrity: 'sha512-x' } }],
    ['none at all', {}],
  ])('does not take for installed a folder with %s', async (_, packages) => {
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
  ['is of another system', 'ENOENT', 0o755],
  ['may not be run', 'EACCES', 0o644],
])('a program that %s is told in one line, and the launcher ends', async (_, code, mode) => {
  const program = join(tree, 'program')
  await writeFile(program, '#!/lib/of-another-system\n', { mode })
  await writeFile(
    join(tree, 'run.mjs'),
    `import { runInForeground } from './core/launcher/children.mjs'
     await runInForeground('${program}', [], {}).catch((error) => console.log(error.constructor.name, error.message))`,
  )
  const child = spawn(process.execPath, ['run.mjs'], { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const heard: string[] = []
  for await (const chunk of child.stdout) heard.push(String(chunk))
  expect(heard.join('')).toMatch(/^CannotLaunch .+ cannot be run on this machine \(.+\)\. Check that .+\n$/)
  expect(heard.join('')).toContain(`${program} cannot be run on this machine (${code})`)
})

test('the runtime package carries Node.js 24 for every platform', async () => {
  const text = await readFile(join(root, 'core/launcher/runtime/package.json'), 'utf8')
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(text)
  for (const version of Object.values(optionalDependencies)) expect(version).toMatch(/^24\.\d+\.\d+$/)
})
