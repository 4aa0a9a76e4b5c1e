import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** What a name that no running shop shows looks like in the source. */
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  'throttles and budgets': [/(?:: Budget = \{|\bmake\(\{)\s*name: '([^']+)'/g],
  'locks of processes': [/\bconst (?:lockClass|\w+Lock) = ([\d_]+)$/gm, /hashtext\w*\(\$?\{?[`']([^`']+)[`']/g],
  'purposes of derived keys': [
    /hkdfSync\([^)]*'([^']*[a-z][^']*)', 32\)/g,
    /\b(?:keyFor|signingKeyFrom)\(\w+, '([^']+)'\)/g,
    /\bpurpose: '([a-z-]+)'/g,
    /createHmac\([^)]*\)\.update\('([^']+)'\)/g,
  ],
}

/** The names that only the source states, by kind. */
export function sourceNames(): Readonly<Record<string, string[]>> {
  const files = execFileSync('git', ['ls-files', 'core', 'modules', 'projections', 'workers'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = files
    .trim()
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const found = Object.entries(patterns).map(([kind, forms]): [string, string[]] => [
    kind,
    forms.flatMap((form) => texts.flatMap((text) => Array.from(text.matchAll(form), ([, name = '']) => name))),
  ])
  return Object.fromEntries(found)
}
