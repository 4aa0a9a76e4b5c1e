/** The columns of a supplier's file, in any order. Others may be left out (`optionalColumns`). */
export const requiredColumns = [
  'sku',
  'title',
  'company',
  'brand',
  'category',
  'lookup_type',
  'price_inr',
  'qty',
  'description',
  'feature_description',
] as const

export const optionalColumns = [
  'model_number',
  'logo_url',
  'img_url1',
  'img_url2',
  'img_url3',
  'logo_alt',
  'img_alt1',
  'img_alt2',
  'img_alt3',
] as const

/** The columns that an import knows. */
export const importColumns = [...requiredColumns, ...optionalColumns] as const
export type ImportColumn = (typeof importColumns)[number]

const descriptions: Record<ImportColumn, string> = {
  sku: 'SKU, the key of the supplier',
  title: 'Title',
  company: 'Company',
  brand: 'Brand',
  category: 'Category, such as icu-equipments',
  lookup_type: 'Lookup type, such as Equipment',
  price_inr: 'Price in ₹, exclusive of GST',
  qty: 'Quantity in stock',
  description: 'Description',
  feature_description: 'Key specification',
  model_number: 'Model number',
  logo_url: 'Main picture',
  img_url1: 'Picture 1',
  img_url2: 'Picture 2',
  img_url3: 'Picture 3',
  logo_alt: 'Alternative text of the main picture',
  img_alt1: 'Alternative text of picture 1',
  img_alt2: 'Alternative text of picture 2',
  img_alt3: 'Alternative text of picture 3',
}

/** The known columns in their order. */
export function describedColumns() {
  const required: readonly string[] = requiredColumns
  return importColumns.map((name) => ({ name, required: required.includes(name), description: descriptions[name] }))
}
