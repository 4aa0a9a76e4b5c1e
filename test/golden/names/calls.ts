import type { TestShop } from '../../support/shop/shop.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  const?: string | number | boolean
  enum?: (string | number)[]
  $ref?: string
}

type Operation = {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { headers?: object; content?: Record<string, { schema?: Schema }> }>
}

type Description = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** The parameters, body fields and answer fields of every call in the OpenAPI document. */
export async function callNames(shop: TestShop): Promise<string[]> {
  const description: Description = (await shop.call('GET', '/api/openapi.json')).body
  const fields = fieldsIn(description)
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const call = `${method.toUpperCase()} ${path}`
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fields(schema, 'body'))
      const answers = Object.entries(responses).flatMap(([status, { headers = {}, content = {} }]) => [
        status,
        ...Object.keys(headers).map((header) => `${status} ${header}`),
        ...Object.values(content).flatMap(({ schema = {} }) => (status < '300' ? fields(schema, status) : [])),
      ])
      return [...parameters.map(({ in: where, name }) => `${where} ${name}`), ...bodies, ...answers].map(
        (one) => `${call}: ${one}`,
      )
    }),
  )
}

type Placed = { schema: Schema; path: string }

/** The paths of all leaves (neither object nor list), each with its type or its literal value. */
function fieldsIn({ components = {} }: Description) {
  const resolved = (schema: Schema) => components.schemas?.[schema.$ref?.replace(/^.*\//, '') ?? ''] ?? schema

  return function fields(unresolved: Schema, path: string): string[] {
    const schema = resolved(unresolved)
    const members = membersOf({ schema, path })
    return members.length > 0 ? members.flatMap((one) => fields(one.schema, one.path)) : leavesOf({ schema, path })
  }
}

function membersOf({ schema: { anyOf = [], allOf = [], items, properties = {} }, path }: Placed): Placed[] {
  const named = Object.entries(properties).map(([name, schema]) => ({ schema, path: `${path}.${name}` }))
  const listed = items === undefined ? [] : [{ schema: items, path: `${path}[]` }]
  return [...[...anyOf, ...allOf].map((schema) => ({ schema, path })), ...listed, ...named]
}

function leavesOf({ schema: { const: literal, enum: values, type = 'any' }, path }: Placed): string[] {
  const literals = values ?? (literal === undefined ? [] : [literal])
  return literals.length > 0 ? literals.map((value) => `${path} = ${value}`) : [`${path} ${type}`]
}
