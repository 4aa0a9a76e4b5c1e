import { escapeHtml } from '#core/text/html.ts'

/** Escaped HTML. Only the tag `markup` creates it, so that no text reaches a mail unescaped. */
export type Markup = { readonly html: string }

type Part = string | number | Markup | readonly Markup[]

/** Fills a template and escapes every part that is not markup, for text as well as for quoted attributes. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: strings.reduce((text, next, i) => text + render(parts[i - 1] ?? '') + next) }
}

function render(part: Part): string {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map((one) => one.html).join('')
  return escapeHtml(String(part))
}
