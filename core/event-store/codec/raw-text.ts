import type { StoredContent } from '../event-store.ts'

const longestRaw = 4_000

/** Stored content for display: JSON as JSON; other bytes as text, with replacement characters for invalid UTF-8. */
export function rawText({ data, metadata }: StoredContent): string {
  const parts = [`data: ${contentText(data)}`, `metadata: ${contentText(metadata)}`]
  return parts.map((part) => (part.length > longestRaw ? `${part.slice(0, longestRaw)}…` : part)).join('\n')
}

function contentText(content: unknown): string {
  if (content === undefined) return '(nothing)'
  if (!(content instanceof Uint8Array)) return JSON.stringify(content)
  const text = new TextDecoder().decode(content.subarray(0, longestRaw)).replaceAll(controls, '\ufffd')
  return content.length === 0 ? '(nothing)' : `(${content.length} bytes, not JSON) ${text}`
}

// oxlint-disable-next-line no-control-regex -- a browser or a terminal would interpret these
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
