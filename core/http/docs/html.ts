import { escapeHtml } from '../../text/html.ts'

/** Safe markup, inserted verbatim. Everything else is escaped. */
export type Html = { readonly text: string }

type Part = string | Html | readonly Html[]

/** A template tag that builds markup and escapes every string value. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const text = parts.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + render(values[index] ?? '')).join('')
  return { text }
}

function render(value: Part): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'text' in value ? value.text : value.map(({ text }) => text).join('')
}
