import { Compile } from 'typebox/compile'
import { isBlank } from '#core/text/blank.ts'
import { explain } from '#core/http/input/field-errors.ts'
import { textFaults } from '#core/http/input/text-faults.ts'
import type { PictureField } from '../../domain/alternative-text.ts'
import { ProductInput } from '../../schema.ts'

/**
 * One row of a supplier's file: the supplier's key and the product's data. `absentPictures` are those for which the file has no
 * column: an import leaves them as they are.
 */
export type SupplierRow = { sku: string; input: ProductInput; absentPictures: readonly PictureField[] }

/** A fault in a file: where, and why. `row` is the spreadsheet's row number; the column names are row 1. */
export type RowFault = { row: number; column: string; reason: string }

const product = Compile(ProductInput)

const skuForm = /^[A-Z0-9][A-Z0-9-]{1,58}[A-Z0-9]$/

const pictureColumns = { logoUrl: 'logo_url', imgUrl1: 'img_url1', imgUrl2: 'img_url2', imgUrl3: 'img_url3' } as const

const altColumns = { logoAlt: 'logo_alt', imgAlt1: 'img_alt1', imgAlt2: 'img_alt2', imgAlt3: 'img_alt3' } as const

const columnOf: Record<string, string> = {
  price: 'price_inr',
  posttype: 'category',
  lookupType: 'lookup_type',
  modelNumber: 'model_number',
  featureDescription: 'feature_description',
  ...pictureColumns,
  ...altColumns,
}

/** The column of the file that holds a field of the product. */
export function columnNamed(field: string): string {
  return columnOf[field] ?? field
}

/** Reads a record as a product by the same rules as the admin's form (spec §5); otherwise returns its faults. */
export function readSupplierRow(record: Record<string, string>, row: number): SupplierRow | RowFault[] {
  const sku = (record['sku'] ?? '').trim()
  const candidate = candidateOf(record)
  const faults: RowFault[] = skuForm.test(sku)
    ? []
    : [{ row, column: 'sku', reason: 'must have 3 to 60 capital letters, digits or dashes' }]
  faults.push(...brokenTexts(record, row), ...textsWithoutPicture(record, row))
  if (!product.Check(candidate)) return [...faults, ...explained(candidate, record, row)]
  faults.push(...textFaults(candidate).map(({ field, defaultMessage }) => fault(row, field, defaultMessage)))
  return faults.length > 0 ? faults : { sku, input: candidate, absentPictures: absentPicturesIn(record) }
}

function absentPicturesIn(record: Record<string, string>): PictureField[] {
  const fields: readonly PictureField[] = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3']
  return fields.filter((field) => record[pictureColumns[field]] === undefined)
}

/** A decoder substitutes this for bytes that are not valid UTF-8. */
const replacement = '\uFFFD'

function brokenTexts(record: Record<string, string>, row: number): RowFault[] {
  return Object.entries(record)
    .filter(([, text]) => text.includes(replacement))
    .map(([column]) => ({ row, column, reason: 'holds bytes that are not UTF-8: save the file as UTF-8' }))
}

/** Their text would be lost. */
function textsWithoutPicture(record: Record<string, string>, row: number): RowFault[] {
  return describedBy
    .filter(([text, picture]) => !isBlank(record[text] ?? '') && isBlank(record[picture] ?? ''))
    .map(([column, picture]) => ({
      row,
      column,
      reason: `describes no picture: ${record[picture] === undefined ? `there is no column ${picture}` : `${picture} is empty`}`,
    }))
}

const describedBy = [
  [altColumns.logoAlt, pictureColumns.logoUrl],
  [altColumns.imgAlt1, pictureColumns.imgUrl1],
  [altColumns.imgAlt2, pictureColumns.imgUrl2],
  [altColumns.imgAlt3, pictureColumns.imgUrl3],
] as const

function explained(candidate: ReturnType<typeof candidateOf>, record: Record<string, string>, row: number): RowFault[] {
  return explain(ProductInput, candidate).map(({ field, defaultMessage }) => {
    const isNoNumber = (field === 'price' || field === 'qty') && typeof candidate[field] === 'string'
    const written = record[columnNamed(field)]?.trim() ?? ''
    if (!isNoNumber || isBlank(written)) return fault(row, field, defaultMessage)
    return fault(row, field, `${JSON.stringify(written.slice(0, 40))} ${numberRules[field]}`)
  })
}

/** For a value that is present but not a number: the message of spec §5 would call the field empty. */
const numberRules = {
  price: 'is not an amount in rupees: write it as 84500 or 84500.50, without commas or a currency',
  qty: 'is not a whole number: write it in digits only, such as 12',
}

function fault(row: number, field: string, reason: string): RowFault {
  return { row, column: columnNamed(field), reason }
}

const optionalTexts = { modelNumber: 'model_number', ...altColumns }

function candidateOf(record: Record<string, string>) {
  const text = (column: string) => record[column] ?? ''
  return {
    title: text('title'),
    company: text('company'),
    price: decimal(text('price_inr')),
    qty: decimal(text('qty')),
    lookupType: text('lookup_type'),
    brand: text('brand'),
    featureDescription: text('feature_description'),
    description: text('description'),
    posttype: text('category').trim(),
    logoUrl: text('logo_url').trim(),
    imgUrl1: text('img_url1').trim(),
    imgUrl2: text('img_url2').trim(),
    imgUrl3: text('img_url3').trim(),
    // An empty cell leaves the stored value unchanged.
    ...Object.fromEntries(
      Object.entries(optionalTexts)
        .map(([field, column]) => [field, text(column).trim()] as const)
        .filter(([, written]) => !isBlank(written)),
    ),
  }
}

/** Parses digits with at most one point. Anything else (1,000 or 1e3) stays text, which the schema refuses. */
function decimal(text: string): number | string {
  return /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text.trim()) ? Number(text) : text
}
