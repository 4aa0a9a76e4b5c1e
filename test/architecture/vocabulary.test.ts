import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Words that the code base once used for things that have a standard term, and that term. */
const terms: readonly { word: RegExp; instead: string }[] = [
  { word: /\b(bells?|rung)\b/, instead: 'wake-up signal, notify' },
  { word: /\bpaces?\b/, instead: 'page size, progress' },
  { word: /(?<!per )\bgather(s|ed|ing)?\b/, instead: 'buffered sink, collect' },
  { word: /\brehears(e|es|ed|al|als|ing)\b/, instead: 'dry run' },
  { word: /\bmend(s|ed|ing)?\b/, instead: 'repair, correct' },
  { word: /\basked rebuilds?\b/, instead: 'replay requests' },
  { word: /\bforgets? copies\b/, instead: 'purge stale builds' },
  { word: /\b(operator )?desks?\b/, instead: 'projection administration' },
  { word: /\b(say demand|gives? way)\b/, instead: 'announce load, back-pressure' },
  { word: /\buntil answered\b/, instead: 'retry in the background' },
  { word: /\bkept answers?\b/, instead: 'response cache' },
  { word: /\bsealed answers?\b/, instead: 'response cipher' },
  { word: /\b(beside|anew|whoever|thereby|whence)\b/, instead: 'alongside, again, anyone who, so' },
  { word: /\bdeeds?\b/, instead: 'action' },
  { word: /\bmisfiled\b/, instead: 'inconsistent' },
  { word: /\bas it stood\b/, instead: 'state at this point' },
  { word: /\bmake the file\b/, instead: 'create file' },
  { word: /\beverything of its request\b/, instead: 'same request' },
  { word: /\bgoes on (with|once)\b/, instead: 'continues' },
  { word: /\bis away\b/, instead: 'is unavailable' },
  { word: /\be mails?\b/, instead: 'email' },
  { word: /\b(burst|longest) rest\b|\brest factor\b/, instead: 'delay' },
  { word: /\bask to (resume|stop)\b/, instead: 'request' },
  { word: /\b(a|the|each|every|requested|failed) rebuilds?\b/, instead: 'replay, build' },
]

/** Names that the code base once used, as they are spelled: in a sentence, their words may be the right ones. */
const names: typeof terms = [
  { word: /\w*[a-z]Needs\b|\btype Needs\b|#needs\b|\bneeds\.ts\b/, instead: 'deps' },
  { word: /<Units\b|\bUnitsProps\b/, instead: 'subscriptions' },
  { word: /\breplayStream\b/, instead: 'repairStream' },
]

/** Names with such a word that outlive the process or are read from outside. */
const fixedNames = /ProjectionReplayRehearsed|\brehearsed:/g

/** Lines that may use such a word, with the reason. */
const exceptions: readonly { file: string; line: string; reason: string }[] = [
  { file: 'modules/shop/start/api.ts', line: 'kept answers of', reason: 'an input of a derived key' },
  {
    file: 'modules/identity/csv.ts',
    line: "'E-mail address'",
    reason: 'the head of a column, which spreadsheets may name',
  },
  { file: 'test/contracts/search-index-attributes.ts', line: "'bell'", reason: 'the alarm of a device' },
]

/** `callGivesWay` as `call gives way`. */
function spelledOut(line: string): string {
  return line
    .replaceAll(fixedNames, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
}

/** Each use of such a word, as `file:line word: its term`. */
function usesIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    if (exceptions.some((one) => one.file === file && line.includes(one.line))) return []
    const usesOf = (words: typeof terms, where: string) =>
      words.flatMap(({ word, instead }) => {
        const [found] = word.exec(where) ?? []
        return found === undefined ? [] : [`${file}:${i + 1} ${found}: ${instead}`]
      })
    return [...usesOf(terms, spelledOut(line)), ...usesOf(names, line)]
  })
}

/** The catalogue's texts and dictionaries are content, the frozen names and events are fixed. */
const unchecked = ['modules/catalogue/seed', 'test/golden', 'test/architecture/vocabulary.test.ts']

async function checkedFiles(): Promise<string[]> {
  const kinds = ['ts', 'tsx', 'mjs', 'css', 'md', 'yml'].map((kind) => `*.${kind}`)
  const without = unchecked.map((path) => `:!${path}`)
  const { stdout } = await promisify(execFile)('git', ['ls-files', '--', ...kinds, ...without], { cwd: root })
  return stdout.trim().split('\n')
}

test('code, comments and documentation use the standard terms of the field', async () => {
  const files = await checkedFiles()
  expect(files.length).toBeGreaterThan(1_500)
  const uses = await Promise.all(files.map(async (file) => usesIn(file, await readFile(join(root, file), 'utf8'))))
  expect(uses.flat()).toEqual([])
})

test.each([
  ['an identifier', 'const keptAnswers = 1', 'a.ts:1 kept answers: response cache'],
  ['a comment', '\n// Mends the stream.', 'a.ts:2 mends: repair, correct'],
  ['a file name in an import', "from './operator-desk.ts'", 'a.ts:1 operator desk: projection administration'],
  ['a name whose words a sentence may use', '// It needs units.\ntype ApiNeeds = {}', 'a.ts:2 ApiNeeds: deps'],
])('finds such a word in %s', (_, text, found) => {
  expect(usesIn('a.ts', text)).toEqual([found])
})
