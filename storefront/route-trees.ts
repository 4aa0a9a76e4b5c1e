import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { otherPages } from './src/whole-tree.ts'

const source = join(import.meta.dirname, 'src')

/** Pages that depend on who asks (src/public-routes.ts): what a first page comes without (src/more-routes.ts). */
const personalRoutes = /^(\(account\)|(_guest|admin|cart|checkout|my-orders|quick-order|service-request)\b)/

/**
 * The trees generated from the files in `routes`: all routes, those for logging in and buying, and those of a first
 * page.
 */
export const routeTrees = treesIn(source)

function treesIn(folder: string) {
  const options = {
    target: 'react',
    routesDirectory: join(folder, 'routes'),
    quoteStyle: 'single',
    addExtensions: true,
    disableLogging: true,
  } as const
  return {
    whole: { ...options, generatedRouteTree: join(folder, 'routeTree.gen.ts') },
    shopping: {
      ...options,
      generatedRouteTree: join(folder, 'shopping', 'routeTree.gen.ts'),
      routeFileIgnorePattern: `^(${otherPages.join('|')})\\b`,
    },
    first: {
      ...options,
      generatedRouteTree: join(folder, 'first', 'routeTree.gen.ts'),
      routeFileIgnorePattern: personalRoutes.source,
    },
  }
}

/** The route trees as the files in `routes` make them now. */
export async function makeRouteTrees(): Promise<{ file: string; text: string }[]> {
  // The generator can only write, and corrects the routes too: it works on a copy.
  const folder = await mkdtemp(join(tmpdir(), 'route-trees-'))
  try {
    await cp(join(source, 'routes'), join(folder, 'routes'), { recursive: true })
    const copies = treesIn(folder)
    return [
      { file: routeTrees.whole.generatedRouteTree, text: await generated(copies.whole, folder) },
      { file: routeTrees.shopping.generatedRouteTree, text: await generated(copies.shopping, folder) },
      { file: routeTrees.first.generatedRouteTree, text: await generated(copies.first, folder) },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function generated(tree: (typeof routeTrees)['whole'], root: string): Promise<string> {
  await new Generator({ config: getConfig(tree, root), root }).run()
  return readFile(tree.generatedRouteTree, 'utf8')
}
