import { misspellings } from '../../search/text/misspelling.ts'
import { importColumns, type ImportColumn } from './columns.ts'

/** The known column that probably corresponds to a column of a file. */
export type MatchedColumn = {
  column: string
  /** `null` where none is proposed. */
  field: ImportColumn | null
  /** `exact`: the same name. `similar`: a similar name, which a person should confirm. */
  match: 'exact' | 'similar' | 'none'
  /** The possible known columns, if it is not certain which column of the file is meant. */
  candidates: ImportColumn[]
}

/** Other names of each column in the files of suppliers, as `keyOf` writes them. */
const otherNames: Record<ImportColumn, readonly string[]> = {
  sku: [
    'skucode',
    'skuno',
    'skunumber',
    'itemcode',
    'productcode',
    'articlecode',
    'articlenumber',
    'catalogueno',
    'catno',
  ],
  title: ['name', 'productname', 'producttitle', 'product', 'itemname', 'item'],
  company: [
    'companyname',
    'manufacturer',
    'manufacturername',
    'manufacturedby',
    'mfr',
    'mfg',
    'maker',
    'supplier',
    'vendor',
  ],
  brand: ['brandname', 'make'],
  category: ['productcategory', 'categoryname', 'collection', 'department', 'posttype'],
  lookup_type: ['lookup', 'type', 'producttype', 'itemtype'],
  price_inr: ['price', 'mrp', 'rate', 'unitprice', 'sellingprice', 'listprice', 'priceexgst', 'priceexclgst'],
  qty: ['quantity', 'stock', 'stockqty', 'stockquantity', 'instock', 'quantityinstock', 'availablequantity', 'onhand'],
  description: ['productdescription', 'desc', 'details', 'longdescription', 'about'],
  feature_description: [
    'features',
    'keyfeatures',
    'specs',
    'specification',
    'specifications',
    'keyspecification',
    'keyspecifications',
    'keyspecificationdimensions',
    'technicalspecification',
    'technicalspecifications',
  ],
  model_number: ['model', 'modelno', 'modelcode', 'modelname', 'mpn', 'partnumber', 'partno'],
  logo_url: ['logo', 'image', 'imageurl', 'picture', 'pictureurl', 'photo', 'photourl', 'mainimage', 'mainpicture'],
  img_url1: otherPictures(1),
  img_url2: otherPictures(2),
  img_url3: otherPictures(3),
  logo_alt: ['alt', 'alttext', 'alternativetext', 'imagealt', 'imagealttext', 'picturealt'],
  img_alt1: otherTexts(1),
  img_alt2: otherTexts(2),
  img_alt3: otherTexts(3),
}

function otherPictures(place: number): string[] {
  return ['img', 'image', 'imageurl', 'picture', 'pictureurl', 'photo', 'photourl'].map((name) => `${name}${place}`)
}

function otherTexts(place: number): string[] {
  return ['alt', 'alttext', 'alternativetext', 'imagealt', 'imagealttext', 'picturealt'].map(
    (name) => `${name}${place}`,
  )
}

/** Words that do not identify a column: units, and the words around them, as in `the price in Rs.`. */
const fillers = new Set(['rs', 'inr', 'rupee', 'rupees', 'in', 'the', 'of', 'pcs', 'nos'])

/** The letters and digits of a name in lower case, without units: `Price (Rs.)` becomes `price`. */
function keyOf(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !fillers.has(word)).join('')
}

/** Shorter names are too similar to others to be treated as misspellings of them. */
const leastMisspelt = 6

type Nearness = { match: 'exact' | 'similar'; isNear: (name: string, field: ImportColumn) => boolean }

/** The nearest first. */
const nearnesses: readonly Nearness[] = [
  { match: 'exact', isNear: (name, field) => name.trim().toLowerCase() === field },
  { match: 'similar', isNear: (name, field) => namesOf(field).includes(keyOf(name)) },
  { match: 'similar', isNear: (name, field) => namesOf(field).some((known) => isMisspelt(keyOf(name), known)) },
]

function namesOf(field: ImportColumn): string[] {
  return [keyOf(field), ...otherNames[field]]
}

/** A digit distinguishes columns (`image 1`), so it is never treated as a typo. */
function isMisspelt(name: string, known: string): boolean {
  const isLong = Math.min(name.length, known.length) >= leastMisspelt
  return isLong && digitsIn(name) === digitsIn(known) && misspellings(name, known, 1) <= 1
}

function digitsIn(name: string): string {
  return name.replaceAll(/\P{N}/gu, '')
}

/**
 * Proposes a known column for each column of a file, in its order. A known column is proposed once: if several columns
 * of the file are equally similar to it, it is proposed for none of them.
 */
export function matchColumns(columns: readonly string[]): MatchedColumn[] {
  const found = new Map<string, MatchedColumn>()
  const taken = new Set<ImportColumn>()
  for (const { match, isNear } of nearnesses) {
    const near = columns
      .filter((column) => !found.has(column))
      .map((column) => ({ column, fields: importColumns.filter((field) => isNear(column, field)) }))
      .filter(({ fields }) => fields.length > 0)
    for (const { column, fields } of near) {
      const free = fields.filter((field) => !taken.has(field))
      const field = onlyOf(free)
      const isSure = field !== undefined && near.filter((one) => one.fields.includes(field)).length === 1
      found.set(column, isSure ? { column, field, match, candidates: [] } : unmatched(column, fields))
    }
    for (const { fields } of near) for (const field of fields) taken.add(field)
  }
  return columns.map((column) => found.get(column) ?? unmatched(column, []))
}

function onlyOf<Item>([first, ...others]: readonly Item[]): Item | undefined {
  return others.length === 0 ? first : undefined
}

function unmatched(column: string, candidates: ImportColumn[]): MatchedColumn {
  return { column, field: null, match: 'none', candidates }
}
