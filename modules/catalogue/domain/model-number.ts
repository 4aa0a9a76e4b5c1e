import type { ProductDetails } from './events.ts'

/** Longer texts are sentences about models rather than a model number. */
export const maxModelNumber = 60

/**
 * The manufacturer's model number: as entered, else as the specification names it (`Model: VM-12`), else as the title
 * names it after the brand (`Aarogya VM-12 Patient Monitor`). `null` where none is known, or an admin entered none.
 */
export function modelNumberOf(details: ProductDetails): string | null {
  const { modelNumber, featureDescription, title, brand } = details
  if (modelNumber !== undefined) return modelNumber === '' ? null : modelNumber
  return modelIn(featureDescription) ?? modelAfter(brand, title)
}

function modelIn(specification: string): string | null {
  for (const line of specification.split(/\r?\n/)) {
    const model = /^\s*model(?:\s+(?:no\.?|number|name|code))?\s*:\s*(\S.*)$/i.exec(line)?.[1]?.trim()
    if (model !== undefined && model.length <= maxModelNumber) return model
  }
  return null
}

/** Capital letters and digits, with a dash or in at least four characters: `VM-12` and `CMS8000`, but not `D3`. */
const modelForm = /^(?=.*[0-9])[A-Z](?:[A-Z0-9]{3,}|[A-Z0-9]*(?:[-/][A-Z0-9]+)+)$/

/** Diseases, standards and classes of masks, which have the form of a model number. */
const otherForm = /^(?:COVID|SARS|H[0-9]+N|K?N9[59]|FFP|ISO|IEC|IP[0-9X])/

function modelAfter(brand: string, title: string): string | null {
  const name = title.trim()
  const named = brand.trim().toLowerCase()
  const rest = named !== '' && name.toLowerCase().startsWith(named) ? name.slice(named.length) : name
  const first = /^\s*([^\s,;()]+)/.exec(rest)?.[1] ?? ''
  return modelForm.test(first) && !otherForm.test(first) && first.length <= maxModelNumber ? first : null
}
