import { escapeHtml } from '../../text/html.ts'

/** Markup that may be put into markup as it is. Everything else is escaped. */
export type Html = { readonly text: string }

type Part = string | Html | readonly Html[]

/** Joins markup and values; strings are escaped, whatever they hold. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const text = parts.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + render(values[index] ?? '')).join('')
  return { text }
}

function render(value: Part): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'text' in value ? value.text : value.map(({ text }) => text).join('')
}
