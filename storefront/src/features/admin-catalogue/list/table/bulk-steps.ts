import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import type { BulkStep } from '../../../../entities/list/bulk/bulk-bar.tsx'
import type { ApiClient } from '../../../../lib/api/client.ts'
import {
  deleteProduct,
  fetchManagedProduct,
  restoreProduct,
  updateProduct,
} from '../../../../lib/api/managed-products.ts'
import { productForm, productInput } from '../../form/product-form.ts'
import { readInline } from '../inline/inline-edit.ts'
import { changedBy, readPercent } from './percent.ts'

/** The steps for several products that are on offer. */
export const listedSteps: readonly BulkStep[] = [
  {
    text: {
      action: 'Set stock',
      question: 'Set the stock?',
      explanation: 'The stock of all of them is set to this number.',
      done: 'Stock set',
      fields: [{ name: 'qty', label: 'Stock', required: true, missing: 'Quantity cannot be empty' }],
    },
    check: ({ qty = '' }) => faultOf(readInline('qty', qty)),
    take: (api, id, { qty = '' }) => changeWith(api, id, () => ({ qty: valueOf(readInline('qty', qty)) })),
  },
  {
    text: {
      action: 'Change price',
      question: 'Change the price?',
      explanation:
        'Each price changes by this percentage, rounded to paise. Orders that were placed keep their prices.',
      done: 'Price changed',
      fields: [
        { name: 'percent', label: 'Percent, such as -10 or 2.5', required: true, missing: 'Enter a percentage' },
      ],
    },
    check: ({ percent = '' }) => faultOf(readPercent(percent)),
    take: (api, id, { percent = '' }) =>
      changeWith(api, id, ({ price }) => ({ price: changedBy(price, valueOf(readPercent(percent))) })),
  },
  {
    text: {
      action: 'Delete',
      question: 'Delete Product?',
      explanation:
        'They are removed from the catalogue at once, and can be restored. Orders that contain them do not change.',
      done: 'Product deleted successfully',
      danger: true,
      fields: [],
    },
    take: (api, id) => deleteProduct(api, id),
  },
]

/** The steps for several deleted products. */
export const deletedSteps: readonly BulkStep[] = [
  {
    text: {
      action: 'Restore',
      question: 'Restore the products?',
      explanation: 'They return unchanged, to their former places in the lists.',
      done: 'Restored',
      fields: [],
    },
    take: (api, id) => restoreProduct(api, id),
  },
]

type Read = { value: number } | { fault: string }

const faultOf = (read: Read) => ('fault' in read ? read.fault : undefined)

function valueOf(read: Read): number {
  if ('fault' in read) throw new Error(read.fault)
  return read.value
}

/** Changes the current product, unless it is changed in between. */
async function changeWith(
  api: ApiClient,
  id: string,
  change: (now: ManagedProduct) => Partial<Pick<ManagedProduct, 'price' | 'qty'>>,
): Promise<void> {
  const now = await fetchManagedProduct(api, id)
  await updateProduct(api, now, productInput(productForm({ ...now, ...change(now) })))
}
