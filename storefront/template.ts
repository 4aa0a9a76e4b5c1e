import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Page } from './page.ts'
import { needsWholeTree } from './src/whole-tree.ts'

const Chunk = Type.Object({
  file: Type.String(),
  imports: Type.Optional(Type.Array(Type.String())),
  css: Type.Optional(Type.Array(Type.String())),
})
type Manifest = Record<string, Static<typeof Chunk>>
const Manifest = Type.Record(Type.String(), Chunk)

/** Shown until the browser renders a page that the server does not. */
const placeholder = '<p id="loading" role="status">Loading …</p>'

type RenderedPage = Extract<Page, { kind: 'rendered' }>

/** Inserts pages into the document that the build wrote. */
export type Template = {
  /** The whole document of a rendered page. */
  pageOf(page: Omit<RenderedPage, 'kind' | 'status'>): string
  /** The texts of the scripts inside the document, which its content security policy must allow. */
  inlineScripts: readonly string[]
  /** The document without the page at this path, which the browser then renders. */
  emptyFor(path: string): string
}

/** Reads the built document and the scripts and styles of each route. `siteUrl` is the shop's public address. */
export function openTemplate(folder: string, siteUrl: string): Template {
  const manifest = Value.Parse(Manifest, JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')))
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const main = mainScript(built)
  const start = manifest['src/start.ts']?.file
  if (start === undefined) throw new Error('The build of the storefront has no src/start.ts')
  const routes = routeChunks(manifest)
  const document = withFirst(built.replace(main.element, ''), '<html ', `<html data-site="${attribute(siteUrl)}" `)
  const fill = (head: string, body: string, links: string) => {
    const headed = withFirst(document, '<!--head-->', fontLinks(manifest) + head)
    return withFirst(withFirst(headed, '</head>', `${links}</head>`), '<div id="root"><!--page--></div>', body)
  }

  function linksOf(routeIds: readonly string[]): string {
    const keys = routeIds.flatMap((id) => routes.get(id) ?? [])
    const { scripts, styles } = filesOf(manifest, keys)
    const others = scripts.map((file) => `/${file}`).filter((path) => path !== main.path)
    return [
      ...styles
        .filter((file) => !built.includes(`/${file}"`))
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      `<script type="module" async crossorigin src="/${start}" id="start" data-scripts="${[main.path, ...others].join(' ')}"></script>`,
    ].join('')
  }

  function emptyWith(tree: string): string {
    const chunk = manifest[tree]?.file
    if (chunk === undefined) throw new Error(`The build of the storefront has no ${tree}`)
    const preload = `<link rel="modulepreload" crossorigin href="/${chunk}">`
    return fill('<title>Sanjeevani Medical</title>', `<div id="root">${placeholder}</div>`, main.element + preload)
  }
  const empty = { whole: emptyWith('src/routeTree.gen.ts'), shopping: emptyWith('src/shopping/routeTree.gen.ts') }

  return {
    inlineScripts: [...built.matchAll(/<script id="[^"]*">(.*?)<\/script>/gs)].map(([, text = '']) => text),
    pageOf({ head, body, data, routeIds }) {
      const loaded = data === undefined ? '' : `<script type="application/json" id="loaded">${data}</script>`
      return fill(head, `<div id="root">${body}</div>${loaded}`, linksOf(routeIds))
    },
    emptyFor: (path) => (needsWholeTree(path) ? empty.whole : empty.shopping),
  }
}

/** The script element that the build inserted; on rendered pages src/start.ts loads that script later instead. */
function mainScript(built: string): { element: string; path: string } {
  const [element, path] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(built) ?? []
  if (element === undefined || path === undefined) throw new Error('storefront/index.html has no script')
  return { element, path }
}

/** Replaces the first `mark` literally: `String.replace` would interpret `$` patterns in the content. */
function withFirst(text: string, mark: string, content: string): string {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`storefront/index.html has no ${mark}`)
  return text.slice(0, at) + content + text.slice(at + mark.length)
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Preloads the text font, so that it has arrived when the first text is painted. */
function fontLinks(manifest: Manifest): string {
  return Object.values(manifest)
    .filter(({ file }) => file.endsWith('.woff2'))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('')
}

/** The chunks that hold a route's components, by route id; the id of a file-based route follows from its file name. */
function routeChunks(manifest: Manifest): Map<string, string[]> {
  const chunks = new Map<string, string[]>()
  for (const key of Object.keys(manifest)) {
    const file = /^src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(key)?.[1]
    if (file === undefined) continue
    const id = `/${file.replaceAll('.', '/')}`.replace(/\/index$/, '/')
    chunks.set(id, [...(chunks.get(id) ?? []), key])
  }
  return chunks
}

/** The scripts and styles of these chunks and of all their imports, imports first. */
function filesOf(manifest: Manifest, keys: readonly string[]): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    for (const other of chunk.imports ?? []) visit(other)
    for (const style of chunk.css ?? []) styles.add(style)
    scripts.add(chunk.file)
  }
  for (const key of keys) visit(key)
  return { scripts: [...scripts], styles: [...styles] }
}
