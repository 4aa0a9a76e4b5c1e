import { escapeHtml } from '../../lib/format/escape-html.ts'
import { formatAmount, formatDateTime } from '../../lib/format/format.ts'

/** A person's data as a page to read and to print, without scripts: each list a section, each field a line. */
export function readableData(document: Readonly<Record<string, unknown>>): string {
  const sections = Object.entries(document).map(
    ([name, value]) => `<section><h2>${escapeHtml(label(name))}</h2>${rendered(name, value)}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>My data</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: #555 } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line } li { margin-bottom: 1rem }
</style>
<h1>My data</h1>
${sections.join('\n')}
</html>
`
}

function rendered(name: string, value: unknown): string {
  if (Array.isArray(value)) return renderedList(value)
  if (typeof value === 'object' && value !== null) return renderedFields(value)
  return escapeHtml(textOf(name, value))
}

function renderedList(values: readonly unknown[]): string {
  if (values.length === 0) return 'None'
  return `<ol>${values.map((value) => `<li>${rendered('', value)}</li>`).join('')}</ol>`
}

function renderedFields(fields: object): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `<dt>${escapeHtml(label(name))}</dt><dd>${rendered(name, value)}</dd>`,
  )
  return `<dl>${lines.join('')}</dl>`
}

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name.endsWith('Paise') ? formatAmount(value / 100) : `${value}`
  if (typeof value !== 'string' || value === '') return '–'
  return isoTimestamp.test(value) ? formatDateTime(value) : value
}

/** `shippingAddress` and `totalPaise` as words: "Shipping address", "Total". */
function label(name: string): string {
  const words = name
    .replace(/Paise$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
