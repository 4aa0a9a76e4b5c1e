import { describe, expect, test } from 'vitest'
import { BrokenChain, checkHashChain, openHashChain, signingKeyFrom } from './hash-chain.ts'

const key = signingKeyFrom(Buffer.alloc(32, 7), 'a test')

function chainOf(...contents: string[]): string[] {
  const chain = openHashChain(key, { made: 'today' })
  return [chain.first, ...contents.map((content) => chain.add({ content })), chain.close()]
}

function check(lines: readonly string[], publicKey = key.publicKey): number {
  const checking = checkHashChain(publicKey)
  for (const line of lines) checking.take(Buffer.from(line))
  return checking.finish()
}

function badLine(lines: readonly string[], publicKey?: string): number {
  try {
    check(lines, publicKey)
  } catch (error) {
    if (error instanceof BrokenChain) return error.line
    throw error
  }
  return 0
}

const lines = chainOf('a', 'b', 'c')

describe('a hash chain', () => {
  test('is valid as created', () => {
    expect(check(lines)).toBe(3)
    expect(check(chainOf())).toBe(0)
  })

  test('names the changed line, whichever it is', () => {
    for (const [i, line] of lines.entries()) {
      for (const [from, to] of [
        ['"', "'"],
        ['a', 'x'],
        ['0', '1'],
      ] as const) {
        const changed = line.replace(from, to)
        if (changed === line) continue
        const found = badLine(lines.with(i, changed))
        expect([i + 1, i, Math.max(i, 1)]).toContain(found)
      }
    }
    expect(badLine(lines.with(2, lines[2]?.replace('"b"', '"x"') ?? ''))).toBe(3)
  })

  test('breaks if any byte of any line changes', () => {
    for (const [i, line] of lines.entries()) {
      for (let at = 0; at < line.length; at++) {
        const other = String.fromCodePoint((line.codePointAt(at) ?? 0) ^ 1)
        expect(badLine(lines.with(i, line.slice(0, at) + other + line.slice(at + 1)))).toBeGreaterThan(0)
      }
    }
  })

  test('breaks if a line is missing, duplicated, added or moved', () => {
    for (let i = 0; i < lines.length; i++) {
      expect(badLine(lines.toSpliced(i, 1))).toBeGreaterThan(0)
      expect(badLine(lines.toSpliced(i, 0, lines[i] ?? ''))).toBeGreaterThan(0)
    }
    const [header = '', a = '', b = '', c = '', end = ''] = lines
    expect(badLine([header, b, a, c, end])).toBe(2)
    expect(badLine([...lines, '{}'])).toBe(6)
    expect(badLine([header, a, b])).toBe(4)
    expect(badLine([header, a, b.slice(0, 20)])).toBe(3)
    expect(badLine([])).toBe(1)
  })

  test('is refused if it was forged with another key', () => {
    const other = signingKeyFrom(Buffer.alloc(32, 8), 'a test')
    const forged = openHashChain(other, {})
    expect(badLine([forged.first, forged.close()])).toBe(1)
    const renamed = [forged.first.replace(other.publicKey, key.publicKey), forged.close()]
    expect(badLine(renamed)).toBe(1)
  })

  test('has one key per secret and purpose', () => {
    expect(signingKeyFrom(Buffer.alloc(32, 7), 'a test').publicKey).toBe(key.publicKey)
    expect(signingKeyFrom(Buffer.alloc(32, 7), 'another').publicKey).not.toBe(key.publicKey)
  })
})
