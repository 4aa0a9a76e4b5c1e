import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Words of the business, in identifiers or paths; `order` counts only in pairs that show it is the noun. */
const words = /^(products?|carts?|catalogues?|brands?|company|companies|prices?|buyers?|orders)$/
const pairs = /\b(service requests?|order (id|ids|line|lines|item|items|stream|number|status))\b/

/** Lines of the core that may use one of these words, with the reason. */
const exceptions: readonly { file: string; line: string; reason: string }[] = [
  { file: 'core/domain/ids.ts', line: 'export type Brand<', reason: 'a branded type of TypeScript' },
  { file: 'core/domain/money.ts', line: 'Brand', reason: 'a branded type of TypeScript' },
]

/** Code up to a brace or backtick; a comment, a string, or one other character. */
const codeToken = /[^'"`{}/\\]+|\\.|\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\s\S]/y

/** The text of a template up to its end or to an expression. */
const textToken = /(?:[^`$\\]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)|[\s\S]/y

/** Blanks out comments, strings and the texts of templates, so that only identifiers are left. */
function namesIn(code: string): string {
  let names = ''
  for (let open = ''; names.length < code.length;) {
    const isText = open.endsWith('`')
    const token = tokenAt(code, names.length, isText ? textToken : codeToken)
    const isBlanked = isText || /^['"/]./.test(token)
    names += isBlanked ? token.replaceAll(/[^\n]/g, ' ') : token
    open = openAfter(open, token)
  }
  return names
}

function tokenAt(code: string, place: number, pattern: RegExp): string {
  pattern.lastIndex = place
  return pattern.exec(code)?.[0] ?? ' '
}

/** The backticks and braces that are open after a token. */
function openAfter(open: string, token: string): string {
  const isText = open.endsWith('`')
  const last = isText ? token.slice(-1) : token
  const closes = isText ? '`' : '}'
  if (last === closes) return open.slice(0, -1)
  return last === '{' || last === '`' ? open + last : open
}

/** `findOrderId` as `find order id`. */
function wordsOf(identifier: string): string {
  return identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_$]/g, ' ')
    .toLowerCase()
}

function isOfBusiness(identifier: string): boolean {
  const spelled = wordsOf(identifier)
  return spelled.split(' ').some((word) => words.test(word)) || pairs.test(spelled)
}

/** Each identifier with a word of the business, as `file:line identifier`. */
function breachesIn(file: string, code: string): string[] {
  const path = file.split(/[/.]/).filter(isOfBusiness)
  const lines = namesIn(code).split('\n')
  const named = lines.flatMap((line, i) => {
    if (exceptions.some((one) => one.file === file && line.includes(one.line))) return []
    return (line.match(/[A-Za-z_$][\w$]*/g) ?? []).filter(isOfBusiness).map((name) => `${file}:${i + 1} ${name}`)
  })
  return [...path.map((part) => `${file} ${part}`), ...named]
}

test('the core contains no word of the business', async () => {
  const found = await readdir(join(root, 'core'), { recursive: true })
  const files = found.filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('node_modules'))
  expect(files.length).toBeGreaterThan(200)
  const breaches = await Promise.all(
    files.map(async (file) => breachesIn(`core/${file}`, await readFile(join(root, 'core', file), 'utf8'))),
  )
  expect(breaches.flat()).toEqual([])
})

test.each([
  ['an identifier', 'const productCount = 1', 'core/a.ts:1 productCount'],
  ['a type', '\nexport type OrderId = string', 'core/a.ts:2 OrderId'],
  ['a member', 'one.buyer', 'core/a.ts:1 buyer'],
  [
    'an expression in a template',
    "const a = `it's a price\n${{ key: `the ${one.buyer}` }.key} of a cart`",
    'core/a.ts:2 buyer',
  ],
])('finds %s with a word of the business', (_, code, found) => {
  expect(breachesIn('core/a.ts', code)).toEqual([found])
})

test('finds a path with a word of the business, but no comment, string or other meaning of order', () => {
  const code = "// the cart\nconst inOrder = ['orders', `price ${order}`] /* a buyer */\nproduction(order)"
  expect(breachesIn('core/a.ts', code)).toEqual([])
  expect(breachesIn('core/cart/a.ts', '')).toEqual(['core/cart/a.ts cart'])
})
