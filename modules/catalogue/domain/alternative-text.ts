import type { ProductDetails } from './events.ts'

/** In characters: screen readers read it without a pause. */
export const maxAlternativeText = 250

/** The address of each picture, and the field that describes it. */
const pictures = [
  { url: 'logoUrl', alt: 'logoAlt' },
  { url: 'imgUrl1', alt: 'imgAlt1' },
  { url: 'imgUrl2', alt: 'imgAlt2' },
  { url: 'imgUrl3', alt: 'imgAlt3' },
] as const

/** A field that holds the address of a picture. */
export type PictureField = (typeof pictures)[number]['url']

type AltField = (typeof pictures)[number]['alt']
export type AlternativeTexts = { [Field in AltField]?: string }

/** The alternative texts among the fields of a product; absent ones stay absent. */
export function alternativeTextsIn(fields: Readonly<Record<string, unknown>>): AlternativeTexts {
  return textsOf(({ alt }) => fields[alt])
}

/** The fields of a product without its alternative texts. */
export function withoutAlternativeTexts<Fields extends object>(fields: Fields & AlternativeTexts) {
  const { logoAlt: _logo, imgAlt1: _first, imgAlt2: _second, imgAlt3: _third, ...others } = fields
  return others
}

/**
 * Returns the details with the alternative texts to store, each on one line. An omitted text stays with its picture,
 * even if the picture is in another field now; an empty text, and a text without a picture, is removed.
 */
export function withAlternativeTexts(after: ProductDetails, before?: ProductDetails): ProductDetails {
  const texts = textsOf(({ url, alt }) => {
    const text = after[alt]?.replaceAll(/\s+/g, ' ').trim() ?? textFor(after[url], before)
    return text === '' || after[url] === '' ? undefined : text
  })
  return { ...withoutAlternativeTexts(after), ...texts }
}

/** The text that describes the picture at this address. */
function textFor(address: string, details: ProductDetails | undefined): string | undefined {
  const found = pictures.find(({ url, alt }) => details?.[url] === address && details[alt] !== undefined)
  return found && details?.[found.alt]
}

function textsOf(text: (picture: (typeof pictures)[number]) => unknown): AlternativeTexts {
  const texts: AlternativeTexts = {}
  for (const picture of pictures) {
    const written = text(picture)
    if (typeof written === 'string') texts[picture.alt] = written
  }
  return texts
}
