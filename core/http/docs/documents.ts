import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { once } from '../../async/once.ts'
import type { HttpResponse } from '../responses/http-response.ts'
import { docsPage } from './docs-page.ts'
import { openApiOf, type ApiInfo } from './openapi.ts'
import type { Route } from '../routing/route.ts'
import type { PublicDocument } from '../routing/router.ts'
import { variantIn, variantsOf } from '../responses/variants.ts'

function fileText(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}

/** The page about the API loads everything from this site and contains nothing inline. */
const docsPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The metrics, in the text format of Prometheus. */
export function metricsDocument(registry: Registry): PublicDocument {
  return { path: '/metrics', respond: () => measured(registry) }
}

/** The API description for machines (OpenAPI) and for people (HTML). */
export function documentsOf(routes: readonly Route[], info: ApiInfo): PublicDocument[] {
  const api = once(() => openApiOf(routes, info))
  return [
    fixed('/api/openapi.json', { type: 'application/json', text: () => JSON.stringify(api()) }),
    fixed('/api/docs', {
      type: 'text/html',
      text: () => docsPage(api()),
      headers: { 'Content-Security-Policy': docsPolicy },
    }),
    fixed('/api/docs/docs.css', { type: 'text/css', text: () => fileText('docs.css') }),
    fixed('/api/docs/docs.js', { type: 'text/javascript', text: () => fileText('docs.js') }),
  ]
}

type Content = { type: string; text: () => string; headers?: Record<string, string> }

/** The text is made at the first request, so that the start does not wait for it. */
function fixed(path: string, { type, text, headers = {} }: Content): PublicDocument {
  const all = { 'Content-Type': `${type}; charset=utf-8`, ...headers }
  const variants = once(() => variantsOf({ status: 200, headers: all, body: Buffer.from(text()) }))
  return { path, respond: (coding) => variantIn(variants(), coding) }
}

async function measured(registry: Registry): Promise<HttpResponse> {
  const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }
  return { status: 200, headers, body: Buffer.from(await registry.metrics()) }
}
