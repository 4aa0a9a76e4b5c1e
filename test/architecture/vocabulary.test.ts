import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Words that the code base once used for things that have a standard term, and that term. */
const terms: readonly { word: RegExp; instead: string }[] = [
  { word: /\b(bells?|rung|rings?|ringing)\b/, instead: 'wake-up signal, notify' },
  { word: /\bpaces?\b/, instead: 'page size, progress' },
  { word: /(?<!per )\bgather(s|ed|ing)?\b/, instead: 'buffered sink, collect' },
  { word: /\brehears(e|es|ed|al|als|ing)\b/, instead: 'dry run' },
  { word: /\bmend(s|ed|ing)?\b/, instead: 'repair, correct' },
  { word: /\basked (rebuild|replay)s?\b/, instead: 'replay requests' },
  { word: /\bforgets? copies\b/, instead: 'purge stale builds' },
  { word: /\b(operator )?desks?\b/, instead: 'projection administration' },
  { word: /\b(say demand|gives? way)\b/, instead: 'announce load, back-pressure' },
  { word: /\buntil answered\b/, instead: 'retry in the background' },
  { word: /\bkept answers?\b/, instead: 'response cache' },
  { word: /\bsealed answers?\b/, instead: 'response cipher' },
  { word: /\b(beside|anew|whoever|thereby|whence)\b/, instead: 'alongside, again, anyone who, so' },
  { word: /\btold\b|\btells? (an?|the) operator\b/, instead: 'reported' },
  { word: /\bdeeds?\b/, instead: 'action' },
  { word: /\bmisfiled\b/, instead: 'inconsistent' },
  { word: /\bas it stood\b/, instead: 'state at this point' },
  { word: /\bmake the file\b/, instead: 'create file' },
  { word: /\beverything of its request\b/, instead: 'same request' },
  { word: /\bgoes on\b/, instead: 'continues' },
  { word: /\bis away\b/, instead: 'is unavailable' },
  { word: /\be mails?\b/, instead: 'email' },
  { word: /\b(burst|longest) rest\b|\brest factor\b/, instead: 'delay' },
  { word: /\bask to (resume|stop)\b/, instead: 'request' },
  { word: /\b(a|the|each|every|requested|failed) rebuilds?\b/, instead: 'replay, build' },
  { word: /\b(is|are|being|was|were) rebuilt\b/, instead: 'is replayed, is built' },
  { word: /\btak(e|es|ing) back\b/, instead: 'mark as returned, accept the return' },
  { word: /\b(event|audit|causation) famil(y|ies)\b/, instead: 'causation chain' },
  { word: /\bpass(es|ed|ing)? over\b|\bleft out events?\b|\bleaves? (the|this|an) event out\b/, instead: 'skip' },
  {
    word: /\b(next|last|first|second|third|another|each|every) (try|tries)\b|\btoo many tries\b/,
    instead: 'attempt',
  },
  { word: /\bseats?\b/, instead: 'ownership' },
  { word: /\bends? (a|the|every|all|older) (older )?tokens?\b|\bended tokens?\b/, instead: 'revoke' },
  { word: /\b(viewed|looks? at) personal data\b/, instead: 'reads of personal data' },
  { word: /\bpresent (state|build|one|revision|prices?)\b/, instead: 'current' },
  { word: /\bany more\b/, instead: 'no longer' },
  {
    word: /\bin spite of\b|\bfurther ado\b|\bslip of the pen\b/,
    instead: 'despite; without confirmation; typing mistake',
  },
]

/** Names that the code base once used, as they are spelled: in a sentence, their words may be the right ones. */
const names: typeof terms = [
  { word: /\w*[a-z]Needs\b|\btype Needs\b|#needs\b|\bneeds\.ts\b/, instead: 'deps' },
  { word: /<Units\b|\bUnitsProps\b/, instead: 'subscriptions' },
  { word: /\breplayStream\b/, instead: 'repairStream' },
]

/** `any` finds the lines with one of the words: few have one. */
type Vocabulary = { words: typeof terms; any: RegExp }

const vocabularyOf = (words: typeof terms): Vocabulary => ({
  words,
  any: new RegExp(words.map(({ word }) => word.source).join('|')),
})
const [inText, inCode] = [vocabularyOf(terms), vocabularyOf(names)]

/** Names with such a word that outlive the process or are read from outside. */
const fixedNames = /ProjectionReplayRehearsed|\brehearsed:|notifications[_-](status_|by-)next[_-]try/g

/** Lines that may use such a word, with the reason. */
const exceptions: readonly { file: string; line: string; reason: string }[] = [
  { file: 'modules/shop/start/api.ts', line: 'kept answers of', reason: 'an input of a derived key' },
  {
    file: 'modules/identity/csv.ts',
    line: "'E-mail address'",
    reason: 'the head of a column, which spreadsheets may name',
  },
  { file: 'test/contracts/search-index-attributes.ts', line: "'bell'", reason: 'the alarm of a device' },
  { file: 'modules/notifications/lists/csv.ts', line: "'Next try'", reason: 'the head of a column' },
  { file: 'modules/catalogue/search/meilisearch/ownership.ts', line: "const key = 'seat'", reason: 'a stored id' },
  { file: 'test/contracts/engine-ownership.test.ts', line: "key: 'seat'", reason: 'a stored id' },
  { file: 'storefront/pictures/mark.ts', line: "'Seat width'", reason: 'a part of a wheelchair' },
  { file: 'storefront/src/features/checkout/shipping/place.test.ts', line: "ring: 'twice'", reason: 'a doorbell' },
]

/** `callGivesWay` as `call gives way`. */
function spelledOut(line: string): string {
  return line
    .replaceAll(fixedNames, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
}

/** Each use of such a word, as `file:line word: its term`; also of a phrase that is wrapped over two lines of a text. */
function usesIn(file: string, text: string): string[] {
  const lines = text.split('\n').map((line) => (isExcepted(file, line) ? '' : line))
  return lines.flatMap((line, i) => {
    const found = [
      ...usesOf(inText, spelledOut(line)),
      ...usesOf(inCode, line),
      ...usesOf(inText, ...wrapped(file, line, lines[i + 1] ?? '')),
    ]
    return found.map((use) => `${file}:${i + 1} ${use}`)
  })
}

function isExcepted(file: string, line: string): boolean {
  return exceptions.some((one) => one.file === file && line.includes(one.line))
}

/** The words in a text, with their terms. With `from`, only those that begin before it and end after it. */
function usesOf({ words, any }: Vocabulary, text: string, from?: number): string[] {
  if (!any.test(text)) return []
  return words.flatMap(({ word, instead }) => {
    const found = [...text.matchAll(new RegExp(word, 'g'))].find(
      ({ 0: { length }, index }) => from === undefined || (index < from && index + length > from),
    )
    return found === undefined ? [] : [`${found[0]}: ${instead}`]
  })
}

/** Two lines of a comment or of a document as one, and where the second begins; empty if they are no such lines. */
function wrapped(file: string, line: string, next: string): [text: string, from: number] {
  const isText = (one: string) => file.endsWith('.md') || /^\s*(\*|\/\/|\/\*|#)/.test(one)
  if (!isText(line) || !isText(next)) return ['', 0]
  const first = `${spelledOut(line).trimEnd()} `
  return [first + spelledOut(next).replace(/^\s*(\*|\/\/|#)?\s*/, ''), first.length]
}

/** The catalogue's texts and dictionaries are content; frozen names, events and published notices are fixed. */
const unchecked = [
  'modules/catalogue/seed',
  'modules/identity/privacy-notices',
  'test/golden',
  'test/architecture/vocabulary.test.ts',
  '*package-lock.json',
]

const kinds = ['ts', 'tsx', 'mjs', 'cjs', 'css', 'md', 'yml', 'json', 'sh'].map((kind) => `*.${kind}`)

async function checkedFiles(): Promise<string[]> {
  const without = unchecked.map((path) => `:!${path}`)
  const paths = [...kinds, 'Dockerfile', '.env.example', '.ci/run', ...without]
  const { stdout } = await promisify(execFile)('git', ['ls-files', '--', ...paths], { cwd: root })
  return stdout.trim().split('\n')
}

test('code, comments and documentation use the standard terms of the field', async () => {
  const files = await checkedFiles()
  expect(files).toEqual(
    expect.arrayContaining(['Dockerfile', '.env.example', '.dependency-cruiser.cjs', 'package.json']),
  )
  expect(files.length).toBeGreaterThan(1_500)
  const uses = await Promise.all(files.map(async (file) => usesIn(file, await readFile(join(root, file), 'utf8'))))
  expect(uses.flat()).toEqual([])
})

test.each([
  ['an identifier', 'const keptAnswers = 1', 'a.ts:1 kept answers: response cache'],
  ['a comment', '\n// Mends the stream.', 'a.ts:2 mends: repair, correct'],
  ['a file name in an import', "from './operator-desk.ts'", 'a.ts:1 operator desk: projection administration'],
  ['a name whose words a sentence may use', '// It needs units.\ntype ApiNeeds = {}', 'a.ts:2 ApiNeeds: deps'],
  ['a phrase over two lines of a comment', '/**\n * It goes\n * on.\n */', 'a.ts:2 goes on: continues'],
])('finds such a word in %s', (_, text, found) => {
  expect(usesIn('a.ts', text)).toEqual([found])
})
