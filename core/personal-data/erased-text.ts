/** What personal text reads as once the person's key is gone. */
export const erasedText = '[erased]'

/** The same fields, each of them erased. */
export function erasedTexts<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
): { [Field in keyof Texts]: string }
export function erasedTexts(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.keys(texts).map((field) => [field, erasedText]))
}
