import type { OpenApi, Operation, Parameter, ResponseObject } from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { problemKinds } from '../responses/problem-details.ts'
import { html, type Html } from './html.ts'
import { fieldsTable, valueRule } from './schema-table.ts'

/** The API reference as one HTML page: every call with its input, responses and examples. */
export function docsPage(api: OpenApi): string {
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = api.tags.map(({ name }) => ({
    name,
    calls: calls.filter((call) => call.operation.tags.includes(name)),
  }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${api.info.title}</title>
        <link rel="stylesheet" href="/api/docs/docs.css" />
        <script src="/api/docs/docs.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#endpoints">Skip to the endpoints</a>
        <header>
          <h1>${api.info.title} <small>${api.info.version}</small></h1>
          <p>${api.info.description}</p>
          <p><a href="/api/openapi.json">OpenAPI ${api.openapi} document</a></p>
        </header>
        <div class="columns">
          <nav aria-label="Endpoints">
            <label for="filter">Filter the endpoints</label>
            <input id="filter" type="search" placeholder="orders, ADMIN, POST …" autocomplete="off" />
            <p id="count" role="status"></p>
            ${groups.map(navigationGroup)}
            <h2><a href="#problems">Problems</a></h2>
          </nav>
          <main id="endpoints">${groups.map(callGroup)} ${problems(api)}</main>
        </div>
      </body>
    </html>`.text
}

type Call = { path: string; method: string; operation: Operation }
type Group = { name: string; calls: Call[] }

function navigationGroup({ name, calls }: Group): Html {
  const links = calls.map(
    ({ path, method, operation }) =>
      html`<li data-call="${operation.operationId}">
        <a href="#${operation.operationId}">${methodBadge(method)} ${path}</a>
      </li>`,
  )
  return html`<h2>${name}</h2>
    <ul>
      ${links}
    </ul>`
}

function callGroup({ name, calls }: Group): Html {
  return html`<section>
    <h2>${name}</h2>
    ${calls.map(callArticle)}
  </section>`
}

function callArticle({ path, method, operation }: Call): Html {
  const roles = operation.security.flatMap((one) => one['bearer'] ?? [])
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return html`<article id="${operation.operationId}" data-words="${wordsOf({ path, method, operation })}">
    <h3>${methodBadge(method)} <code>${path}</code></h3>
    <p class="summary">${operation.summary}</p>
    <p class="who">${roles.length === 0 ? 'For everyone' : `For ${roles.join(' or ')}, with a bearer token`}</p>
    ${operation.description === undefined ? '' : html`<p>${operation.description}</p>`}
    ${parameters(operation.parameters)}
    ${
      media === undefined
        ? ''
        : html`<h4>Body</h4>
            ${fieldsTable(media.schema)} ${example(media.example)}`
    }
    <h4>Responses</h4>
    ${Object.entries(operation.responses).map(responseHtml)}
  </article>`
}

function wordsOf({ path, method, operation }: Call): string {
  const roles = operation.security.flatMap((one) => one['bearer'] ?? [])
  return [method, path, operation.summary, ...operation.tags, ...roles].join(' ').toLowerCase()
}

function parameters(list: readonly Parameter[]): Html | '' {
  if (list.length === 0) return ''
  const rows = list.map(
    (one) =>
      html`<tr>
        <th scope="row"><code>${one.name}</code></th>
        <td>${one.in}</td>
        <td>${valueRule(one.schema)}${one.required ? ', required' : ''}</td>
        <td>${one.description ?? ''}</td>
      </tr>`,
  )
  return html`<h4>Parameters</h4>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Value</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

function responseHtml([status, response]: [string, ResponseObject]): Html {
  const [media] = Object.entries(response.content ?? {})
  if (media === undefined || media[0] === 'application/problem+json') {
    return html`<p class="answer"><b>${status}</b> ${response.description}</p>`
  }
  return html`<details>
    <summary><b>${status}</b> ${response.description}</summary>
    ${fieldsTable(media[1].schema)} ${example(media[1].example)}
  </details>`
}

function example(value: unknown): Html | '' {
  if (value === undefined) return ''
  return html`<pre aria-label="Example"><code>${JSON.stringify(value, null, 2)}</code></pre>`
}

function problems(api: OpenApi): Html {
  const rows = Object.entries(problemKinds).map(
    ([kind, { status, title }]) =>
      html`<tr id="problem-${kind}">
        <th scope="row">${String(status)}</th>
        <td><code>/api/docs#problem-${kind}</code></td>
        <td>${title}</td>
      </tr>`,
  )
  const schema: JsonSchema = api.components.schemas.Problem
  return html`<section id="problems">
    <h2>Problems</h2>
    <p>Every refusal is an <code>application/problem+json</code> document (RFC 9457).</p>
    ${fieldsTable(schema)}
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Type</th>
          <th scope="col">Title</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`
}

function methodBadge(method: string): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}
