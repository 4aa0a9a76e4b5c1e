const advice = 'The courier calls before delivery: please check this number. An Indian mobile number has 10 digits.'

/** What to say about a number that no courier in India can call; `undefined` for all others. It is never refused. */
export function mobileAdvice(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const dialled = text.replaceAll(/[\s().\-–]/g, '')
  const isMobile = /^(?:\+91|0091|91|0)?[6-9][0-9]{9}$/.test(dialled)
  // A landline is dialled with its area code: together 10 digits after the 0 or the country's code.
  const isLandline = /^(?:\+91|0091|0)[1-5][0-9]{9}$/.test(dialled)
  const isMadeUp = /([0-9])\1{9}$/.test(dialled)
  return (isMobile || isLandline) && !isMadeUp ? undefined : advice
}

/** Whether no digit is missing: a number has 10 digits, which the country code or a 0 may precede. */
export function hasAllDigits(text: string): boolean {
  const dialled = text.replaceAll(/[^+0-9]/g, '').replace(/^(?:\+91|0091|91(?=[0-9]{10})|0)/, '')
  return /[0-9]{10}/.test(dialled)
}
