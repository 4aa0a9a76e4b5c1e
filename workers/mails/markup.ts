import { escapeHtml } from '#core/text/html.ts'

/** Text that is HTML already. Made by the tag `markup` alone, so that nothing reaches a mail unescaped. */
export type Markup = { readonly html: string }

type Part = string | number | Markup | readonly Markup[]

/** Fills a template: whatever is not markup itself is escaped, for text and for quoted attributes alike. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: strings.reduce((text, next, i) => text + render(parts[i - 1] ?? '') + next) }
}

function render(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map((one) => one.html).join('')
  return escapeHtml(String(part))
}
