import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotLaunch } from './cannot-launch.mjs'
import { runQuietly } from './children.mjs'

/** Whether storefront/dist was built from the current sources. */
export function isStorefrontBuilt(root) {
  const mark = markFile(root)
  return existsSync(mark) && readFileSync(mark, 'utf8') === sourceHash(root)
}

export async function buildStorefront(root, node) {
  process.stderr.write('Building the storefront …\n')
  const hash = sourceHash(root)
  const { code, output } = await runQuietly(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: join(root, 'storefront'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new CannotLaunch(`${output}\nThe storefront cannot be built: see above.`)
  writeFileSync(markFile(root), hash)
}

function markFile(root) {
  return join(root, 'storefront', 'dist', '.built-from')
}

/** The storefront imports its wire types from the modules, which import a few constants from the core. */
function sourceHash(root) {
  const hash = createHash('sha256')
  for (const folder of ['storefront', 'modules', 'core']) {
    for (const path of sourcesIn(join(root, folder))) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

const notSources = new Set(['dist', 'node_modules', 'launcher', 'routeTree.gen.ts'])

function sourcesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !notSources.has(name))
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? sourcesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((path) => !path.includes('.test.'))
}
