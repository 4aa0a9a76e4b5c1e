/**
 * Text that a client should not send, by kind. Any field may receive any of it: each value is refused with a remedy, or
 * is harmless text.
 */
export const hostileTexts = {
  empty: ['', ' ', '\t\u00a0\u200b'],
  number: ['-1', '-0', '1.5', '1e308', '1,000', '१२', '٣', '0x10', 'NaN', 'Infinity', '9007199254740993'],
  text: [
    'a\0b',
    'a\ud800',
    '\udc00a',
    '\u202eevil',
    '👩🏽‍⚕️',
    'é',
    'e\u0301',
    'ﬁ',
    'स्टेथोस्कोप',
    'а\u0440\u0430',
    'a\r\nB: c',
    '\ufeffa',
  ],
  markup: [
    '</script><script>alert(1)</script>',
    '<svg/onload=alert(1)>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    '${7*7}',
    '[a](javascript:alert(1))',
    '=cmd|" /C calc"!A0',
  ],
  injection: [
    "'; drop table events; --",
    '" OR price >= 0 OR brand = "',
    '$$',
    '\\',
    '%_',
    ':* & ! <->',
    '!!',
    '$.a[*]',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%2e%2e%2f',
    '%00',
    'a\r\nRCPT TO:<b@c.in>',
    '{"level":50}\n{"level":60}',
  ],
  url: [
    'javascript:alert(1)',
    'JaVa\nScRiPt:alert(1)',
    'data:image/svg+xml,<svg/>',
    'blob:http://a/b',
    'file:///etc/passwd',
    '//evil.in',
    '/%2f/evil',
    '/\\evil.in',
    'http://u:p@h.in',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f000001/',
    'https://मॉनिटर.in/a.png',
  ],
  ids: ['ORD1234567', 'ORD123456789', '0190A000-0000-7000-8000-000000000000', 'me', 'newest', 'search', 'product'],
  time: ['1970-01-01', '9999-12-31T23:59:59Z', '2026-01-32T00:00:00Z', '2026-11-20T10:00:00', '2016-12-31T23:59:60Z'],
  long: ['x'.repeat(10_000), '\u0301'.repeat(10_000)],
} satisfies Readonly<Record<string, readonly string[]>>

/** Values other than text; a numeric field receives the numbers among them too. */
export const hostileValues = {
  empty: [null, [], {}],
  type: [true, ['text'], { text: 'text' }, [[[[]]]], { length: 3 }],
  number: [-1, 0, -0, 0.1 + 0.2, 1e-7, 12.345, 2 ** 31, 2 ** 53, 1e308],
  long: [Array.from({ length: 10_000 }, () => 'x'), 'x'.repeat(200_000)],
} satisfies Readonly<Record<string, readonly unknown[]>>

/** Hostile values of a header, in characters that a header may carry. */
export const hostileHeaders = [
  '',
  '-1',
  '1.5',
  '0x10',
  '*',
  '"',
  'W/"1"',
  '"-1"',
  '"x"',
  '9'.repeat(30),
  "'; --",
  'x'.repeat(5_000),
  'é',
]
