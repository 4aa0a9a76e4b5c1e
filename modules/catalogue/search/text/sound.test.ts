import { describe, expect, test } from 'vitest'
import { consonantsOf, hindiSound } from './sound.ts'

describe('the sound of a Hindi word', () => {
  test.each([
    ['दवाई', ['dawai', 'davaai', 'dawaai', 'davai']],
    ['खून', ['khoon', 'khun']],
    ['जांच', ['jaanch', 'janch', 'jānch']],
    ['पट्टी', ['patti', 'pattee', 'paatti']],
    ['बुखार', ['bukhar', 'bukhaar']],
    ['घुटना', ['ghutna', 'ghutne', 'ghutno']],
    ['मरहम', ['marham', 'maraham']],
    ['ऑक्सीजन', ['oksijan', 'oxijan']],
  ])('of %s is that of its romanisations', (word, romanised) => {
    expect(romanised.map(hindiSound)).toEqual(romanised.map(() => hindiSound(word)))
  })

  test('distinguishes other words', () => {
    const words = ['dawa', 'dudh', 'patti', 'peti', 'khoon', 'kaan', 'kursi', 'daant']
    expect(new Set(words.map(hindiSound)).size).toBe(words.length)
  })
})

describe('the consonants of an English word', () => {
  test.each([
    ['ventilator', 'वेंटिलेटर'],
    ['wheelchair', 'व्हीलचेयर'],
    ['microscope', 'माइक्रोस्कोप'],
    ['centrifuge', 'सेंट्रीफ्यूज'],
    ['suction', 'सक्शन'],
    ['stretcher', 'स्ट्रेचर'],
    ['oxygen', 'ऑक्सीजन'],
    ['paracetamol', 'पैरासिटामोल'],
    ['syringe', 'सिरिंज'],
    ['pump', 'पंप'],
    ['nebulizer', 'नेबुलाइज़र'],
    ['concentrator', 'कंसंट्रेटर'],
  ])('of %s are those of %s', (english, word) => expect(consonantsOf(word)).toBe(consonantsOf(english)))

  test('are undefined if there are too few, or other letters', () => {
    expect(['bed', 'gel', 'आला', 'vm12', '12', 'படுக்கை', ''].map(consonantsOf)).toEqual(Array(7).fill(undefined))
  })
})
