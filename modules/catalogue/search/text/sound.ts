import { fold } from './words.ts'

// prettier-ignore
const devanagari: Readonly<Record<string, string>> = {
  अ: 'a', आ: 'a', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'e', ऍ: 'e', ओ: 'o', औ: 'o', ऑ: 'o',
  क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'ch', ज: 'j', झ: 'jh', ञ: 'n',
  ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n',
  प: 'p', फ: 'f', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l', ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h',
  'ा': 'a', 'ि': 'i', 'ी': 'i', 'ु': 'u', 'ू': 'u', 'ृ': 'ri', 'े': 'e', 'ै': 'e', 'ॅ': 'e', 'ो': 'o', 'ौ': 'o',
  'ॉ': 'o', 'ं': 'n', 'ँ': 'n',
}

export function isDevanagari(word: string): boolean {
  return /^[\u0900-\u097f\u200c\u200d]+$/.test(word)
}

/** In Latin letters, without the vowels that Devanagari does not write; signs without a sound are dropped. */
function latin(word: string): string {
  const folded = fold(word)
  return isDevanagari(folded) ? Array.from(folded.normalize('NFD'), (sign) => devanagari[sign] ?? '').join('') : folded
}

type Rule = readonly [pattern: RegExp, instead: string]

const written = (word: string, rules: readonly Rule[]) =>
  rules.reduce((sound, [pattern, instead]) => sound.replaceAll(pattern, instead), word)

const hindi: readonly Rule[] = [
  [/chh/g, 'ch'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/ee|e|y/g, 'i'],
  [/oo|o/g, 'u'],
  [/a/g, ''],
  [/n(?=[pbm])/g, 'm'],
  [/(.)\1+/g, '$1'],
  // The ending changes with the case: ghutna, ghutne.
  [/(?<=.{4})[iu]$/g, ''],
]

/**
 * How a Hindi word sounds, in either script: `dawai`, `davaai` and `दवाई` are the same. Long and short vowels are not
 * distinguished, because romanised Hindi has no fixed spelling.
 */
export function hindiSound(word: string): string {
  return written(latin(word), hindi)
}

const consonants: readonly Rule[] = [
  [/[ts]ion/g, 'sn'],
  [/tch/g, 'ch'],
  [/ght/g, 't'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/g(?=[eiy])/g, 's'],
  [/ch/g, 'C'],
  [/c/g, 'k'],
  [/[zj]/g, 's'],
  [/w/g, 'v'],
  [/[aeiouyh]/g, ''],
  [/n(?=[pbm])/g, 'm'],
  [/(.)\1+/g, '$1'],
]

/** Shorter remainders are shared by too many words. */
const minConsonants = 3

/**
 * The consonants by which an English word is recognised in Devanagari: `वेंटिलेटर` and `ventilator` both give `vntltr`.
 * Undefined for a word of other letters, and for one with fewer than three consonants.
 */
export function consonantsOf(word: string): string | undefined {
  const sounds = latin(word)
  if (!/^[a-z]+$/.test(sounds)) return undefined
  const heard = written(sounds, consonants)
  return heard.length < minConsonants ? undefined : heard
}
