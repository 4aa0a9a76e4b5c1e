// `npm run check`: all static checks, as many at a time as there are processors.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const root = join(import.meta.dirname, '..')

/** A program of a package, or a file of this repository. `remedy`: the command that repairs what it finds. */
type Check = { title: string; parameters: readonly string[]; remedy?: string } & (
  { package: string; program: string } | { file: string }
)

/** What a program keeps between runs, by the content of the files; `npm ci` deletes it. */
const kept = (name: string) => join(root, 'node_modules/.cache/check', name)

const types = (project: string, name: string) => ['-p', project, '--incremental', '--tsBuildInfoFile', kept(name)]

/** The longest first, so that none of them starts last. */
const checks: readonly Check[] = [
  { title: 'lint', package: 'oxlint', program: 'oxlint', parameters: [] },
  {
    title: 'format',
    package: 'prettier',
    program: 'prettier',
    parameters: [
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${kept('format')}`,
      '.',
    ],
    remedy: 'npm run format',
  },
  { title: 'types', package: 'typescript', program: 'tsc', parameters: types('.', 'types') },
  {
    title: 'types of the storefront',
    package: 'typescript',
    program: 'tsc',
    parameters: types('storefront', 'types-of-the-storefront'),
  },
  {
    title: 'boundaries',
    package: 'dependency-cruiser',
    program: 'depcruise',
    parameters: ['core', 'modules', 'projections', 'workers', 'storefront', 'test', 'main.ts', 'ops.ts'],
  },
  { title: 'dead code', package: 'knip', program: 'knip', parameters: ['--no-progress'] },
  { title: 'generated files', file: 'storefront/generate.ts', parameters: ['--check'] },
  { title: 'licences', file: 'test/licences.ts', parameters: [] },
]

const Manifest = Type.Object({ bin: Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]) })

/** The file of a package's program, so that it runs on this Node.js instead of the machine's. */
async function fileOf(check: Check): Promise<string> {
  if ('file' in check) return join(root, check.file)
  const folder = join(root, 'node_modules', check.package)
  const { bin } = Value.Parse(Manifest, JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  return join(folder, typeof bin === 'string' ? bin : (bin[check.program] ?? ''))
}

/** Resolves to whether the check passed; prints the full output of a failed one. */
async function run(check: Check): Promise<boolean> {
  const begun = performance.now()
  const child = spawn(process.execPath, [await fileOf(check), ...check.parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve((output += message))).once('close', resolve)
  })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const remedy = check.remedy === undefined ? '' : `: run "${check.remedy}"`
  const failure = `FAILED  ${check.title}${remedy}\n\n${output}\n`
  process.stdout.write(code === 0 ? `ok      ${check.title} (${seconds} s)\n` : failure)
  return code === 0
}

const waiting = [...checks]
const results: boolean[] = []

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) results.push(await run(check))
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
process.exitCode = results.every(Boolean) ? 0 : 1
