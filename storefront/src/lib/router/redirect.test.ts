import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

describe('the page to go to after a login', () => {
  it.each(['/checkout', '/my-orders?page=2', '/products/p1#details', '/search?q=a%20b'])('may be %s', (path) =>
    expect(safeRedirect(path)).toBe(path),
  )

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '%2f%2fevil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'checkout',
    '',
    undefined,
    null,
    42,
    ['/checkout'],
  ])('is home instead of %j', (target) => expect(safeRedirect(target)).toBe('/'))

  it('never leaves this site, whatever dot segments it contains', () => {
    expect(safeRedirect('/..//evil.example')).toBe('/')
    expect(safeRedirect('/a/../../checkout')).toBe('/checkout')
  })
})
