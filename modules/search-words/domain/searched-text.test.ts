import { describe, expect, it } from 'vitest'
import { countedForm, mayHoldNumber, possibleCodes, withoutCodes } from './searched-text.ts'

describe('the form under which a search is counted', () => {
  it('is the same whatever the case, the width and the blanks', () => {
    expect(countedForm('  Dialysis\t Machine ')).toBe('dialysis machine')
    expect(countedForm('ＤＩＡＬＹＳＩＳ machine')).toBe('dialysis machine')
    expect(countedForm('dialysis\u{200b} machine')).toBe('dialysis machine')
    expect(countedForm('ऑक्सीजन मशीन')).toBe('ऑक्सीजन मशीन')
  })

  it.each(['', ' ', '?!', 'a'.repeat(201)])('does not exist for %j', (text) => {
    expect(countedForm(text)).toBeUndefined()
  })

  it.each(['asha@clinic.in', 'monitor for asha @ clinic.in', 'asha＠clinic.in'])(
    'does not exist for %j, which may be an email address',
    (text) => expect(countedForm(text)).toBeUndefined(),
  )
})

describe('a text with many digits', () => {
  it.each(['9820012345', 'asha 98200 12345', '+91-98200-12345', '022 2345678 ward', '९८२००१२३४५', '1.2.3.4.5.6.7'])(
    'may contain a number: %j',
    (text) => expect(mayHoldNumber(text)).toBe(true),
  )

  it.each(['411001', 'ventilator 12.1 in 0.5 mm', 'icu-mon-0008'])('may not, with fewer than seven: %j', (text) =>
    expect(mayHoldNumber(text)).toBe(false),
  )

  it('is judged without the codes known to the shop', () => {
    const form = 'icu mon 0008 12345 stand'
    const known = new Set(
      possibleCodes(form)
        .map(({ text }) => text)
        .filter((text) => text === 'icu mon 0008'),
    )
    expect(withoutCodes(form, known)).toBe('12345 stand')
    expect(withoutCodes('98200 12345', known)).toBe('98200 12345')
  })
})
