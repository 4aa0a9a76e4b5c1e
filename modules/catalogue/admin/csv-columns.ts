import { rupees } from '#core/domain/money.ts'
import type { CsvColumns } from '#core/http/responses/csv.ts'
import { inIndia } from '#core/text/indian-words.ts'
import { modelNumberOf } from '../domain/model-number.ts'
import { lastChangeOf } from '../present.ts'
import type { ProductRow } from '../read-model.ts'

/** The columns of the list of products as a file for a spreadsheet. */
export const productColumns: CsvColumns<ProductRow> = {
  Id: (row) => row.product_id,
  // Absent while a build of an earlier release is live.
  SKU: (row) => row.sku ?? '',
  Model: (row) => modelNumberOf(row.details) ?? '',
  Title: ({ details }) => details.title,
  Company: ({ details }) => details.company,
  Brand: ({ details }) => details.brand,
  Category: ({ details }) => details.posttype,
  Type: ({ details }) => details.lookupType,
  Price: (row) => rupees(row.price_paise),
  Stock: (row) => row.qty,
  Added: (row) => inIndia(row.created_at),
  Changed: (row) => inIndia(lastChangeOf(row)),
  Deleted: (row) => (row.created_position < 0 ? 'yes' : 'no'),
}
