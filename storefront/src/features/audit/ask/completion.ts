import { eventFields, fieldChoices, sealedFields, unorderedFields } from '../../../lib/event-fields.gen.ts'
import { tokensOf } from './tokens.ts'

/** A completion at the caret: `text` replaces the text between `from` and `to`. */
export type Completions = { from: number; to: number; options: readonly Completion[] }
export type Completion = { text: string; detail?: string }

type Expected = { kind: 'field' | 'operator' | 'list' | 'value' | 'joiner'; field: string; isInList: boolean }

const isWord = /^[^\s=<>!(),'"]/u
const mostOptions = 40

/** The completions of a predicate at the caret. */
export function completionsAt(source: string, caret: number): Completions {
  const tokens = tokensOf(source.slice(0, caret))
  const typed = isWord.test(tokens.at(-1) ?? '') ? (tokens.at(-1) ?? '') : ''
  const before = typed === '' ? tokens : tokens.slice(0, -1)
  const expected = before.filter((token) => token.trim() !== '').reduce(next, start)
  const to = caret + (/^[^\s=<>!(),'"]*/u.exec(source.slice(caret))?.[0].length ?? 0)
  return { from: caret - typed.length, to, options: matching(optionsFor(expected), typed) }
}

/** The text with a completion inserted, and the new position of the caret. */
export function completed(source: string, { from, to }: Completions, { text }: Completion) {
  const rest = source.slice(to).trimStart()
  const before = `${source.slice(0, from)}${text} `
  return { source: before + rest, caret: before.length }
}

const start: Expected = { kind: 'field', field: '', isInList: false }

/** The tokens that the grammar accepts next. */
function next(expected: Expected, token: string): Expected {
  const word = token.toLowerCase()
  switch (expected.kind) {
    case 'field':
      return word === 'not' || word === '(' ? expected : { ...expected, kind: 'operator', field: token }
    case 'operator':
      return { ...expected, kind: word === 'in' ? 'list' : 'value' }
    case 'list':
      return { ...expected, kind: 'value', isInList: true }
    case 'value':
      return { ...expected, kind: 'joiner' }
    case 'joiner':
      return afterValue(expected, word)
  }
}

function afterValue(expected: Expected, word: string): Expected {
  if (word === ',') return { ...expected, kind: 'value' }
  if (word === ')') return { ...expected, isInList: false }
  return start
}

function optionsFor({ kind, field, isInList }: Expected): readonly Completion[] {
  switch (kind) {
    case 'field':
      return eventFields.map((name) =>
        sealedFields.includes(name) ? { text: name, detail: 'personal data, only by =' } : { text: name },
      )
    case 'operator':
      return operatorsOf(field).map((text) => ({ text }))
    case 'list':
      return [{ text: '(' }]
    case 'value':
      return (fieldChoices[field] ?? []).map((text) => ({ text }))
    case 'joiner':
      return (isInList ? [',', ')'] : ['and', 'or']).map((text) => ({ text }))
  }
}

function operatorsOf(field: string): readonly string[] {
  if (sealedFields.includes(field)) return ['=']
  return unorderedFields.includes(field) ? ['=', '!=', 'in'] : ['=', '!=', '<', '<=', '>', '>=', 'in']
}

/** Those that begin with the typed text, then those that contain it; none if it is already complete. */
function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = typed.toLowerCase()
  const containing = options.filter(({ text }) => text.toLowerCase().includes(wanted))
  if (containing.length === 1 && containing[0]?.text === typed) return []
  const begins = ({ text }: Completion) => (text.toLowerCase().startsWith(wanted) ? 0 : 1)
  return containing.toSorted((a, b) => begins(a) - begins(b)).slice(0, mostOptions)
}
