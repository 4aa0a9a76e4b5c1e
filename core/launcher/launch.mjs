// The entry point in package.json: `node core/launcher/launch.mjs [--needs=storefront] ENTRY [ARGUMENT…]`. It installs
// or builds what is missing (Node.js 24, the packages, the storefront), then runs ENTRY. Plain JavaScript without
// packages, for Node.js 20 and newer, because nothing else may be installed yet.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInForeground } from './children.mjs'
import { areDependenciesInstalled, installDependencies } from './dependencies.mjs'
import { CannotLaunch } from './cannot-launch.mjs'
import { heapFlags } from './heap.mjs'
import { withLock } from './lock.mjs'
import { findRuntime, installRuntime } from './runtime.mjs'
import { buildStorefront, isStorefrontBuilt } from './storefront.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

try {
  const { needsStorefront, entry, rest } = readArguments(process.argv.slice(2))
  const flags = heapFlags(entry, process.env)
  const node = await prepare(needsStorefront)
  await runInForeground(node, ['--disable-warning=ExperimentalWarning', ...flags, join(root, entry), ...rest], {
    ...process.env,
    // Keeps the compiled code between starts.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  })
} catch (error) {
  if (!(error instanceof CannotLaunch)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function readArguments(given) {
  const needsStorefront = given[0] === '--needs=storefront'
  const [entry, ...rest] = needsStorefront ? given.slice(1) : given
  if (entry === undefined) throw new CannotLaunch('launch.mjs needs the file to run, such as main.ts')
  return { needsStorefront, entry, rest }
}

/** Returns the Node.js to run with. When everything is installed, it writes nothing and takes no lock. */
async function prepare(needsStorefront) {
  const isReady = () =>
    findRuntime() !== undefined && areDependenciesInstalled(root) && (!needsStorefront || isStorefrontBuilt(root))
  if (!isReady()) {
    await withLock(root, async () => {
      const node = findRuntime() ?? (await installRuntime())
      if (!areDependenciesInstalled(root)) await installDependencies(root)
      if (needsStorefront && !isStorefrontBuilt(root)) await buildStorefront(root, node)
    })
  }
  return findRuntime()
}
