import type { Product, ProductInput } from '#modules/catalogue/schema.ts'
import type { FieldError } from '../../../lib/api/api-error.ts'
import { priceAdvice, toNumber } from '../amounts.ts'

/** The values of the admin's form: every field as it was typed. */
export type ProductForm = { [Field in keyof Required<ProductInput>]: string }

export type FormFault = { field: keyof ProductForm; message: string }

export const emptyProductForm: ProductForm = {
  title: '',
  company: '',
  price: '',
  qty: '',
  lookupType: '',
  brand: '',
  featureDescription: '',
  description: '',
  posttype: '',
  logoUrl: '',
  imgUrl1: '',
  imgUrl2: '',
  imgUrl3: '',
  logoAlt: '',
  imgAlt1: '',
  imgAlt2: '',
  imgAlt3: '',
  modelNumber: '',
}

/** The form values of a product. */
export function productForm(product: Product): ProductForm {
  const { title, company, brand, lookupType, posttype, description, featureDescription, price, qty } = product
  const { logoUrl, imgUrl1, imgUrl2, imgUrl3 } = product
  const texts = { title, company, brand, lookupType, posttype, description, featureDescription }
  const numbers = { price: String(price), qty: String(qty), modelNumber: product.modelNumber ?? '' }
  return { ...texts, logoUrl, imgUrl1, imgUrl2, imgUrl3, ...alternativeTexts(product), ...numbers }
}

function alternativeTexts({ logoAlt = '', imgAlt1 = '', imgAlt2 = '', imgAlt3 = '' }: Product) {
  return { logoAlt, imgAlt1, imgAlt2, imgAlt3 }
}

const required: readonly FormFault[] = [
  { field: 'title', message: 'Title cannot be empty' },
  { field: 'company', message: 'Company cannot be empty' },
  { field: 'price', message: 'Price cannot be empty' },
  { field: 'qty', message: 'Quantity cannot be empty' },
  { field: 'lookupType', message: 'Lookup Type cannot be empty' },
  { field: 'brand', message: 'Brand Type cannot be empty' },
  { field: 'featureDescription', message: 'Feature Description Type cannot be empty' },
  { field: 'description', message: 'Description cannot be empty' },
]

/** Every fault, in the order and with the messages of spec §5; price and quantity must be numbers. */
export function productFaults(form: ProductForm): FormFault[] {
  return required.flatMap((missing) => {
    const text = form[missing.field].trim()
    if (text === '') return [missing]
    const message = numberFault(missing.field, text)
    return message === undefined ? [] : [{ field: missing.field, message }]
  })
}

function numberFault(field: keyof ProductForm, text: string): string | undefined {
  const number = toNumber(text)
  if (field === 'price' && number === undefined) return priceAdvice
  if (field === 'qty' && !Number.isInteger(number)) return 'Quantity must be a whole number'
  return undefined
}

const names = [
  'title',
  'company',
  'brand',
  'lookupType',
  'logoUrl',
  'imgUrl1',
  'imgUrl2',
  'imgUrl3',
  'logoAlt',
  'imgAlt1',
  'imgAlt2',
  'imgAlt3',
  'modelNumber',
] as const

/** The request body. Call it only for a form without faults. */
export function productInput(form: ProductForm): ProductInput {
  const { price, qty, ...texts } = form
  const trimmed = { ...texts }
  for (const field of names) trimmed[field] = texts[field].trim()
  return { ...trimmed, price: toNumber(price) ?? 0, qty: toNumber(qty) ?? 0 }
}

/** The errors of the server that name fields of this form. */
export function serverFaults(errors: readonly FieldError[]): FormFault[] {
  return errors.flatMap(({ field, defaultMessage }) => (isField(field) ? [{ field, message: defaultMessage }] : []))
}

function isField(field: string): field is keyof ProductForm {
  return field in emptyProductForm
}
