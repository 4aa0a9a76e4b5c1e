import type { JsonSchema } from './openapi-schema.ts'
import { html, type Html } from './html.ts'

type Field = { path: string; schema: JsonSchema; isRequired: boolean }

/** A row for every field of a value; a nested field has its path: `items[].quantity`. */
export function fieldsTable(schema: JsonSchema): Html {
  const fields = fieldsOf(schema, '')
  if (fields.length === 0) return html`<p>${valueRule(schema)}</p>`
  const rows = fields.map(
    ({ path, schema: field, isRequired }) =>
      html`<tr>
        <th scope="row"><code>${path}</code></th>
        <td>${valueRule(field)}${isRequired ? '' : ', optional'}</td>
        <td>${field.description ?? ''}</td>
      </tr>`,
  )
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Value</th>
        <th scope="col">What it is</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function fieldsOf(schema: JsonSchema, path: string): Field[] {
  const { properties = {}, patternProperties = {}, required = [], items, allOf = [] } = schema
  const named = Object.entries(properties).map(([name, one]) => ({ name, one, isRequired: required.includes(name) }))
  const open = Object.values(patternProperties).map((one) => ({ name: '{name}', one, isRequired: false }))
  return [
    ...allOf.flatMap((one) => fieldsOf(one, path)),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...[...named, ...open].flatMap(({ name, one, isRequired }) => {
      const own = path === '' ? name : `${path}.${name}`
      return [{ path: own, schema: one, isRequired }, ...fieldsOf(one, own)]
    }),
  ]
}

/** The type and bounds of a value in a few words. */
export function valueRule(schema: JsonSchema): string {
  const { anyOf, items, format, type } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (anyOf) return anyOf.map(valueRule).join(' or ')
  if (type === 'array') return `list of ${items ? valueRule(items) : 'anything'}`
  return [format ?? (type === 'string' ? 'text' : type) ?? 'anything', ...boundsOf(schema)].join(' ')
}

function boundsOf({ minimum, maximum, maxLength }: JsonSchema): string[] {
  return [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`of at most ${maxLength} characters`]),
  ]
}
