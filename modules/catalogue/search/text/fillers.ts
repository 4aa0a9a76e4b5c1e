import { misspellings } from './misspelling.ts'

/** Words that carry no meaning of their own, in English and Hindi. Single letters are not among them: vitamin A. */
const fillers = new Set(
  'an and at by for from in of on or the to with that which is are this very during while into used'
    .concat(' ka ke ki ko se me mein par wala wale wali vala vale vali liye karne karna kar hone hai')
    .concat(' का के की को से में पर वाला वाले वाली लिए और करने करना कर होने है')
    .split(' '),
)

/** What a buyer wants to do rather than what they look for. */
const wishes = new Set(
  'price prices pricing rate cost buy purchase online order chahiye kharidna कीमत दाम चाहिए'.split(' '),
)

/** Nouns that stand for the device itself: a suction machine, a suction apparatus, a suction kit. */
const deviceNouns = new Set(
  'kit machine apparatus device equipment instrument unit system appliance mashin masheen yantra upkaran मशीन यंत्र उपकरण किट'.split(
    ' ',
  ),
)

/** Words that describe the main noun, also after it: thermometer digital, scissors surgical. */
const qualifiers = new Set(
  'digital electric electrical electronic hydraulic pneumatic manual automatic auto portable mobile motorised motorized powered'
    .split(' ')
    .concat(
      'folding foldable adjustable disposable reusable sterile surgical medical adult paediatric pediatric'.split(' '),
    )
    .concat(
      'neonatal infant small medium large big mini stainless steel ss plastic wireless rechargeable led ceiling type'.split(
        ' ',
      ),
    ),
)

/** In English the main noun comes before one of these words, and last otherwise: `charger for bone drill`. */
export const joints =
  /\b(?:for|with|without|of|on|in|by|from|to|that|which|used|during|while|before|after|between|showing|having)\b/iu

export function isFiller(word: string): boolean {
  return fillers.has(word)
}

export function isWish(word: string): boolean {
  return wishes.has(word)
}

export function isQualifier(word: string): boolean {
  return qualifiers.has(word)
}

/** Whether a noun, in the singular, asks for the device with what belongs to it. A product may be named so itself. */
export function isSetNoun(noun: string): boolean {
  return noun === 'kit'
}

/** Shorter nouns must be typed correctly. */
const minForgiven = 6
const forgivenNouns = [...deviceNouns].filter((noun) => noun.length >= minForgiven)

/** Whether a product that is named by `word`, in the singular, may be any device. */
export function isAnyDevice(word: string): boolean {
  return deviceNouns.has(word)
}

/** `word` is in the singular; one typo is forgiven. */
export function isDeviceNoun(word: string): boolean {
  return isAnyDevice(word) || forgivenNouns.some((noun) => misspellings(word, noun, 1) <= 1)
}
