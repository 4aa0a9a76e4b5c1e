import type { Product } from '#modules/catalogue/schema.ts'
import { categoryLabel } from '../../../lib/router/navigation.ts'
import { formatAmount, formatCount } from '../../../lib/format/format.ts'
import type { ProductForm } from './product-form.ts'

/** The label of each field in the admin. */
export const fieldLabels: Record<keyof ProductForm, string> = {
  title: 'Title',
  company: 'Company',
  brand: 'Brand',
  price: 'Price',
  qty: 'Quantity in stock',
  lookupType: 'Lookup Type',
  modelNumber: 'Model number',
  posttype: 'Category',
  featureDescription: 'Key Specification & Dimensions',
  description: 'Description',
  logoUrl: 'Logo URL',
  imgUrl1: 'Picture 1',
  imgUrl2: 'Picture 2',
  imgUrl3: 'Picture 3',
  logoAlt: 'Alternative text, place 1',
  imgAlt1: 'Alternative text, place 2',
  imgAlt2: 'Alternative text, place 3',
  imgAlt3: 'Alternative text, place 4',
}

export type FieldChange = { field: keyof ProductForm; label: string; from: string; to: string }

type Facts = Omit<Product, 'id' | 'createDate' | 'sku'>

const shownLength = 80

/** The fields that differ between two versions of a product, as text. */
export function changesBetween(before: Facts, after: Facts): FieldChange[] {
  return fields
    .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
    .map((field) => ({ field, label: fieldLabels[field], from: inWords(field, before), to: inWords(field, after) }))
}

const fields = Object.keys(fieldLabels).filter((field): field is keyof ProductForm => field in fieldLabels)

function inWords(field: keyof ProductForm, facts: Facts): string {
  if (field === 'price') return formatAmount(facts.price)
  if (field === 'qty') return formatCount(facts.qty)
  const text = facts[field] ?? ''
  if (field === 'posttype') return text === '' ? '' : categoryLabel(text)
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text
}

/**
 * Three-way merge after another admin changed the product: fields that this admin has edited keep their value, all
 * others take the newer version's.
 */
export function mergedForm(forms: { seen: ProductForm; mine: ProductForm; theirs: ProductForm }): ProductForm {
  const { seen, mine, theirs } = forms
  const merged = { ...theirs }
  for (const field of fields) if (mine[field] !== seen[field]) merged[field] = mine[field]
  return merged
}
