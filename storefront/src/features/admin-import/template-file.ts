import { stringify } from 'csv-stringify/browser/esm/sync'
import { alternativeTextColumns, pictureColumns, requiredColumns } from './read-csv.ts'

/** The content of the columns of the template; the others stay empty. */
const example: Readonly<Record<string, string>> = {
  sku: 'VM-12-PLUS',
  title: 'Patient Monitor VM-12 Plus',
  company: 'Your company',
  brand: 'Your brand',
  category: 'icu-equipments',
  lookup_type: 'Equipment',
  price_inr: '84500.00',
  qty: '12',
  description: 'Bedside monitor for ECG, SpO2, NIBP and temperature.',
  feature_description: 'Screen: 12.1 in\nWeight: 4.2 kg',
  model_number: 'VM-12',
}

/** A file with every column and one row to be replaced, which can be imported as it is. */
export function templateFile(): string {
  const columns = [...requiredColumns, 'model_number', ...pictureColumns, ...alternativeTextColumns]
  const row = columns.map((column) => example[column] ?? '')
  return stringify([columns, row], { bom: true, record_delimiter: 'windows' })
}
