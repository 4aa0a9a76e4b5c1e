import type { Product } from '#modules/catalogue/schema.ts'
import type { FieldError } from '../../lib/api/api-error.ts'
import type { ServiceRequestBody } from '../../lib/api/service-requests.ts'

/** The values of the Request Form (spec §2, §3). */
export type RequestForm = { title: string; company: string; description: string; address: string }

export type RequestFault = { field: keyof RequestForm; message: string }

const required: readonly RequestFault[] = [
  { field: 'title', message: 'Title cannot be empty' },
  { field: 'company', message: 'Company cannot be empty' },
  { field: 'description', message: 'Enter Service Request Summary' },
]

/** The faults of fields that are empty after trimming, in the order of spec §5. */
export function requestFaults(form: RequestForm): RequestFault[] {
  return required.filter(({ field }) => form[field].trim() === '')
}

/** The errors of the server that name fields of this form. */
export function serverFaults(errors: readonly FieldError[]): RequestFault[] {
  return errors.flatMap(({ field, defaultMessage }) => (isField(field) ? [{ field, message: defaultMessage }] : []))
}

function isField(field: string): field is keyof RequestForm {
  return ['title', 'company', 'description', 'address'].includes(field)
}

/** The initial values of a request about this product. */
export function requestFor({ title, company }: Pick<Product, 'title' | 'company'>, address: string): RequestForm {
  return { title, company, description: '', address }
}

/** The same for what a search did not find. Title and summary are the shopper's own words; nothing names a product. */
export function requestForText(text: string, address: string): RequestForm {
  return { title: text, company: '', description: `I was looking for: ${text}`, address }
}

/** A request about no product has none. */
export type RequestDraft = { form: RequestForm; product?: Pick<Product, 'id' | 'logoUrl'> }

/** The request body (spec §7). */
export function requestBody({ form, product }: RequestDraft, now: number): ServiceRequestBody {
  return {
    id: product?.id ?? '',
    title: form.title.trim(),
    company: form.company.trim(),
    logoUrl: product?.logoUrl ?? '',
    description: form.description.trim(),
    createDate: new Date(now).toISOString(),
    address: form.address.trim(),
  }
}
