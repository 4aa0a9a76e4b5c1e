import { Type, type Static, type TObject } from 'typebox'
import { Compile } from 'typebox/compile'

/** The orders that the API offers for a list, from the schema of its query. */
export function ordersOffered<Sorting extends TObject>(sorting: Sorting): Static<Sorting>[] {
  const offered = Compile(Type.Object({ anyOf: Type.Array(Type.Object({ const: Type.String() })) }))
  const sortings = Compile(sorting)
  return offered.Parse(sorting.properties['sort']).anyOf.map(({ const: sort }) => sortings.Parse({ sort }))
}
