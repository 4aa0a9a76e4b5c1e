import { useMatches } from '@tanstack/react-router'

/**
 * Renders the `head` of the routes, where inner routes override outer ones: title, meta by name, canonical link. React
 * moves them into the document's head. The router's own component also handles scripts, styles and manifests, which no
 * route has.
 */
export function Head() {
  const matches = useMatches()
  const end = matches.findIndex(({ status }) => status !== 'success') + 1
  const shown = end > 0 ? matches.slice(0, end) : matches
  const meta = shown.flatMap((match) => match.meta ?? []).filter((one) => one !== undefined)
  const named = new Map(meta.flatMap((one) => (one.name === undefined ? [] : [[one.name, one.content]])))
  return (
    <>
      <title>{meta.findLast(({ title }) => title !== undefined)?.title}</title>
      {[...named].map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
      {shown.flatMap((match) => match.links ?? []).map((link) => link && <link key={link.href} {...link} />)}
    </>
  )
}
