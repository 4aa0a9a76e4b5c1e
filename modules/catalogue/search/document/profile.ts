import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { codeKey, codesIn, wholeKey } from '../text/codes.ts'
import { measuresIn } from '../text/measures.ts'
import { singular } from '../text/singular.ts'
import { hasDigit, spellingsOf, wordsOf } from '../text/words.ts'
import { attributesOf } from './attributes.ts'
import { packAttributes, packMeasures, packWords, type ProfileMeasure } from './packed.ts'
import type { SearchDocument } from '../product-search-index.ts'

const Words = Type.Array(Type.String())

/** What the rank of a product depends on, in words as the index has them: folded, in the singular. Stored as JSON. */
export const Profile = Type.Object({
  /** The keys of its id, SKU and model number. */
  codes: Words,
  /** The keys of what may be model numbers in its title. */
  titleCodes: Words,
  /** The noun that its title names it by: `monitor` for a patient monitor, `mount` for a mount of one. */
  noun: Type.String(),
  /** The words of the title up to that noun, without the brand, in order. */
  title: Words,
  /** The other words of the title. */
  rest: Words,
  /** The words of brand and company. */
  names: Words,
  /** The words of its category, and of the collection above it. */
  category: Words,
  above: Words,
  /** The words of its kind: consumable, furniture. */
  kind: Words,
  /** The words of its specifications, packed. */
  features: Type.String(),
  /** The values in its title and specifications, packed. */
  measures: Type.String(),
  /** The attributes that lists can be filtered by, packed. */
  attributes: Type.String(),
  /** An accessory or a consumable of some device. */
  isAccessory: Type.Boolean(),
})
export type Profile = Static<typeof Profile>

const compiled = Compile(Profile)

/** Reads a stored profile; undefined if it is not one. */
export function storedProfile(json: string): Profile | undefined {
  const profile: unknown = JSON.parse(json)
  return compiled.Check(profile) ? profile : undefined
}

const maxTitleWords = 60
const maxFeatureWords = 120
const maxMeasures = 40

export function profileOf(document: SearchDocument): Profile {
  const { brand, company, category, collections, featureDescription } = document
  const title = readTitle(document)
  const names = singulars(`${brand} ${company}`)
  const { head, rest } = partsOfTitle(title)
  const headWords = singulars(head).filter((word) => !names.includes(word))
  const kind = kindOf(document)
  return {
    codes: codesOf(document),
    titleCodes: codesIn(title),
    noun: nounOf(head, names),
    title: headWords.slice(0, maxTitleWords),
    rest: singulars(rest).slice(0, maxTitleWords),
    names,
    category: singulars(spaced(category)),
    above: singulars(
      collections
        .filter((path) => path !== category)
        .map(spaced)
        .join(' '),
    ),
    kind: singulars(kind),
    features: packWords(singulars(featureDescription.slice(0, 5_000)).slice(0, maxFeatureWords)),
    measures: packMeasures(measuresOf(title, featureDescription)),
    attributes: packAttributes(attributesOf(featureDescription)),
    isAccessory: /accessor|consumable|spare/i.test(kind),
  }
}

/** The kind of product that its supplier names. */
function kindOf({ payload }: SearchDocument): string {
  const lookupType = payload['lookupType']
  return typeof lookupType === 'string' ? lookupType : ''
}

/** The part of a title that is read: a title of the shop is shorter. */
export function readTitle({ title }: SearchDocument): string {
  return title.slice(0, 400)
}

/** The keys under which a product is found by its id, SKU or model number. */
function codesOf({ id, sku, modelNumber }: SearchDocument): string[] {
  const keys = [wholeKey(id), sku === null ? undefined : wholeKey(sku), codeKey(modelNumber ?? '')]
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** The words of a category's path. */
export function spaced(path: string): string {
  return path.replaceAll(/[-_]/g, ' ')
}

function singulars(text: string): string[] {
  return [...new Set(Array.from(spellingsOf(text), (word) => singular(word.text)))]
}

/** What a product is stands before a comma, a bracket or one of these words; what it has or is for, after it. */
const titleJoint = /[,(;]|\s(?:with|without|for|on|in|from|by|to)\s/iu

function partsOfTitle(title: string): { head: string; rest: string } {
  const joint = titleJoint.exec(title)?.index ?? title.length
  return joint === 0 ? { head: title, rest: '' } : { head: title.slice(0, joint), rest: title.slice(joint) }
}

/** Marks of a pharmacopoeia, which follow the name of a medicine. */
const pharmacopoeias = new Set(['ip', 'bp', 'usp'])

function nounOf(head: string, names: readonly string[]): string {
  const words = wordsOf(head).map((word) => singular(word.text))
  const isNoun = (word: string) =>
    word.length > 2 && !hasDigit(word) && !names.includes(word) && !pharmacopoeias.has(word)
  return words.findLast(isNoun) ?? ''
}

/** Sizes and weights are rarely what a product is chosen by. */
const minorFeature = /^(?:width|height|depth|length|thickness|weight|power supply|standards|warranty|storage)\b/i

function measuresOf(title: string, features: string): ProfileMeasure[] {
  const inTitle = measuresIn(title).map((measure) => ({ ...measure, telling: 1 }))
  const inFeatures = features.split('\n').flatMap((line) => {
    const telling = minorFeature.test(line) ? 0.3 : 0.9
    return measuresIn(line).map((measure) => ({ ...measure, telling }))
  })
  return [...inTitle, ...inFeatures]
    .slice(0, maxMeasures)
    .map(({ unit, low, high, telling }) => [unit, low, high, telling])
}
