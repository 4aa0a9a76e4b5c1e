import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { buildShop, type Built } from './growth/build-shop.ts'
import { commonOf } from './growth/calls.ts'
import { measureShops } from './growth/measure.ts'
import { reportOf } from './growth/report.ts'
import {
  assertRoom,
  counted,
  described,
  gigabytes,
  secondsNeeded,
  sizesFrom,
  sumOf,
  type Size,
} from './growth/sizes.ts'

// `npm run bench:growth`: what the shop's calls, memory and start cost with 10,000, 100,000 and 1,000,000 products
// (BENCH_GROWTH) and with 1,000, 100,000 and 1,000,000 orders (BENCH_GROWTH_ORDERS). It writes the events of each shop with
// COPY, builds the read models with `ops replay --all`, then starts all shops and measures them in turns. With `--write`, the
// figures replace those in docs/performance.md. In BENCH_GROWTH_DIR, if given, the shops are kept and not built again.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const calls = Number(process.env['BENCH_CALLS'] ?? 60)
const warmUps = 10
const print = (line = '') => process.stdout.write(`${line}\n`)
const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const documentation = join(import.meta.dirname, '..', '..', 'docs', 'performance.md')
const keptIn = process.env['BENCH_GROWTH_DIR']

if (platform() !== 'linux') throw new Error('bench:growth needs /proc, which only Linux has')
const sizes = sizesFrom(process.env['BENCH_GROWTH'], process.env['BENCH_GROWTH_ORDERS'])
const [smallest] = sizes
if (smallest === undefined) throw new RangeError('no size is given')
if (keptIn !== undefined) await mkdir(keptIn, { recursive: true })
print(await assertRoom(keptIn ?? tmpdir(), sizes))
print(
  `building takes at most about ${minutes(sumOf(sizes.map(secondsNeeded)))} on two cores, less if they do nothing else`,
)

const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'shop-bench-growth-')))
try {
  const shops: { dataDir: string; size: Size; built: Built }[] = []
  for (const size of sizes) {
    const dataDir = join(folder, `${size.products}-${size.orders}`)
    shops.push({ dataDir, size, built: (await builtBefore(dataDir)) ?? (await build(dataDir, size)) })
  }
  const common = await commonOf(smallest, rounds * calls + warmUps)
  const grown = await measureShops(shops, { common, rounds, calls, print })
  const date = new Date().toISOString().slice(0, 10)
  const section = await formatted(reportOf(grown, { date, command: commandOf() }).join('\n'))
  print(section)
  if (options.write) await replaceSection(section)
} finally {
  if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
}

/** Of an earlier run that kept its shops. */
async function builtBefore(dataDir: string): Promise<Built | undefined> {
  const text = await readFile(`${dataDir}.json`, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

async function build(dataDir: string, size: Size): Promise<Built> {
  print(`${described(size)}: begun at ${new Date().toISOString().slice(11, 19)}`)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const built = await buildShop(dataDir, size)
  const { events, filledIn, replayedIn, slowest, bytes } = built
  print(`  ${counted(events)} events written in ${minutes(filledIn)}, a database of ${gigabytes(bytes)}`)
  print(`  read models built in ${minutes(replayedIn)}, ${slowest.name} in ${minutes(slowest.seconds)} of them`)
  await writeFile(`${dataDir}.json`, JSON.stringify(built))
  return built
}

function minutes(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`
}

function commandOf(): string {
  const given = ['BENCH_GROWTH', 'BENCH_GROWTH_ORDERS', 'BENCH_ROUNDS', 'BENCH_CALLS']
  const set = given.filter((name) => process.env[name] !== undefined).map((name) => `${name}=${process.env[name]} `)
  return `${set.join('')}npm run bench:growth`
}

async function formatted(markdown: string): Promise<string> {
  return (await format(markdown, { ...(await resolveConfig(documentation)), parser: 'markdown' })).trim()
}

const marks = { begin: '<!-- bench:growth -->', end: '<!-- end of bench:growth -->' }

async function replaceSection(section: string): Promise<void> {
  const text = await readFile(documentation, 'utf8')
  const [before, rest] = text.split(`${marks.begin}\n`)
  const after = rest?.split(marks.end)[1]
  if (before === undefined || after === undefined) throw new Error(`${documentation} has no marks ${marks.begin}`)
  await writeFile(documentation, `${before}${marks.begin}\n\n${section}\n\n${marks.end}${after}`)
}
