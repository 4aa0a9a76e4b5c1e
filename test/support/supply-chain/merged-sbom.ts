import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Named = Type.Object({ 'bom-ref': Type.String() })
const Dependency = Type.Object({ ref: Type.String(), dependsOn: Type.Array(Type.String()) })
const Sbom = Type.Object({
  serialNumber: Type.Optional(Type.String()),
  metadata: Type.Object({
    timestamp: Type.Optional(Type.String()),
    component: Type.Object({ 'bom-ref': Type.String(), name: Type.String() }),
  }),
  components: Type.Array(Named),
  dependencies: Type.Array(Dependency),
})
type Sbom = Static<typeof Sbom>

/** One document of the CycloneDX documents of several folders, without what differs between two runs of npm. */
export function mergedSbom(documents: readonly unknown[]): Sbom {
  const [whole, ...others] = documents.map((document) => Value.Parse(Sbom, document))
  if (whole === undefined) throw new Error('there is no document')
  const { serialNumber: _, metadata, ...rest } = whole
  const { timestamp: __, component, ...ofTool } = metadata
  const root = component['bom-ref']
  const roots = new Set(others.map((other) => other.metadata.component['bom-ref']))
  const components = [...whole.components, ...others.flatMap((other) => other.components)]
  const dependencies = [...whole.dependencies, ...others.flatMap((other) => other.dependencies)]
  return {
    ...rest,
    // npm gives the name of the folder instead.
    metadata: { ...ofTool, component: { ...component, name: root.slice(0, root.lastIndexOf('@')) } },
    components,
    dependencies: dependencies
      .filter(({ ref }) => !roots.has(ref))
      .map((one) => (one.ref === root ? { ...one, dependsOn: [...one.dependsOn, ...directOf(others)] } : one)),
  }
}

function directOf(documents: readonly Sbom[]): string[] {
  return documents.flatMap(({ metadata, dependencies }) =>
    dependencies.filter(({ ref }) => ref === metadata.component['bom-ref']).flatMap(({ dependsOn }) => dependsOn),
  )
}
