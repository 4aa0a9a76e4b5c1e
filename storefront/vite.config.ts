import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { classNames } from './class-names.ts'
import { iconData } from './icon-data.ts'
import { routeTrees } from './route-trees.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The address of the API during development. */
const api = process.env['SHOP_URL'] ?? 'http://127.0.0.1:3000'

const isBrowsed = (routeId: string) => /^\/(collection|products|search)?(\/|$)/.test(routeId)

/** The start script, which is fetched alone and before everything else. */
const isStart = (module: string) => module.endsWith('src/start.ts')

/** Imported by most public pages, but not by all: separate files for these would cost more than their bytes. */
const onMostPages =
  /entities[\\/]product[\\/]card[\\/]|src[\\/](lib[\\/](format|router)|ui[\\/]feedback)[\\/]|src[\\/]ui[\\/]forms[\\/]quantity-control|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/

/**
 * In the file of every page: what the cart, the checkout and forms share with product pages, so that they fetch no product
 * cards; and the styles that most pages share, because a small style sheet delays the first paint by more than its bytes.
 */
const onEveryPage =
  /card[\\/]product-image|feedback[\\/]message|forms[\\/]quantity-control|api[\\/]use-services|(product[\\/]card|ui[\\/]feedback)[\\/][\w-]+\.module\.css/

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Gives what every page fetches one name: what the entry imports, and `onEveryPage`. What these use of packages follows. */
function nameOfEveryPage(name: string) {
  const found = new Set<string>()
  return (id: string, modules: Modules) => {
    if (found.size === 0) {
      found.add(here('index.html'))
      for (const known of found) {
        const imported = modules.getModuleInfo(known)?.importedIds ?? []
        imported.filter((other) => other.startsWith(here('src'))).forEach((other) => found.add(other))
      }
    }
    return found.has(id) || onEveryPage.test(id) ? name : undefined
  }
}

/** Of these, what only the console imports: the views of lists, some icons, and those of kinds of events. */
const inConsole = [
  /list-view|icons[\\/](arrow-(down|up)|bookmark|calendar-days|chevrons-up-down|columns-3-cog|download|file-down|mails?[.]|trash)/,
  /icons[\\/](book-a|box|cog|key-round|message-square|scroll-text|shopping-basket|sticky-note|store|tag|user-cog)[.]/,
]

const isCommon = (module: string) => onMostPages.test(module) && !inConsole.some((path) => path.test(module))

/** Imported by most pages for those who have logged in. With the fields of an address, which weigh more in a file of their own. */
const isSignedIn = (module: string) =>
  /api[\\/](account|orders[.])|session[\\/]use-(draft|end-session)|lib[\\/]new-id|entities[\\/]address[\\/]/.test(
    module,
  )

/** Blocks of 1 MB: a script is compressed as one block, whose statistics hold for all of it (0.15 % smaller). */
const brotli = defineAlgorithm('brotliCompress', {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 20 },
})

export default defineConfig({
  root: here('.'),
  plugins: [
    classNames(),
    iconData(),
    tanstackRouterGenerator(routeTrees.first),
    tanstackRouterGenerator(routeTrees.shopping),
    tanstackRouter({
      ...routeTrees.whole,
      autoCodeSplitting: true,
      // A personal page's loader is fetched with its component; a public page's is not split off and runs at once.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (isBrowsed(routeId) ? undefined : [['loader', 'component']]),
      },
    }),
    react(),
    // As many files at a time as there are processors; by default one less, also where there are only two.
    compression({
      algorithms: [defineAlgorithm('gzip'), brotli],
      threshold: 1000,
      scheduler: { limit: availableParallelism() },
    }),
  ],
  resolve: {
    alias: [
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: here('src/ui/media/create-lucide-icon.ts') },
      // The shim is for older versions of React; this one has the hook built in.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  // `vite build` builds both environments: the browser's files and the server's renderer.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: here('dist/client'),
        manifest: true,
        // The pages' content security policy allows neither `data:` nor inline scripts, so small files stay files.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // Terser is slower than Vite's own minifier, but its output is 1 % smaller; three more passes would save 0.02 %. No
        // inlining: code repeated in many places compresses worse than calls of one function. `unsafe_arrows` breaks one
        // function that is used as a constructor: React's, which looks up a component's position in a stack trace and then
        // does not find it. Vite's default keeps workarounds for Safari 10, which the shop does not support.
        minify: 'terser',
        terserOptions: {
          module: true,
          ecma: 2022,
          safari10: false,
          compress: { passes: 2, inline: false, unsafe_arrows: true },
        },
        rolldownOptions: {
          input: { index: here('index.html'), start: here('src/start.ts') },
          output: {
            // Shorter hashes than by default, because the first scripts name the later ones: still 42 bits.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // One file for what every page needs, and one each for what most pages, product pages and catalogue pages
            // share: fewer files compress better. Modules with fewer importers, or that a page loads later, are left
            // out.
            codeSplitting: {
              groups: [
                { name: nameOfEveryPage('shop'), test: (id: string) => !isStart(id), priority: 2 },
                { name: 'common', test: isCommon, minShareCount: 3, priority: 1 },
                // Before the filters, which would take the fields along: forms would then fetch the filters.
                { name: 'forms', test: /[\\/]forms[\\/](field|drafts|form-text)/, minShareCount: 2, priority: 1 },
                // Before the checkout, which would take along what other pages import, too.
                {
                  name: 'cart',
                  test: /entities[\\/]cart[\\/][^\\/]+$|icons[\\/]arrow-left/,
                  minShareCount: 2,
                  priority: 1,
                },
                { name: 'signed-in', test: isSignedIn, minShareCount: 2, priority: 1 },
                { name: 'checkout', test: /features[\\/]checkout[\\/](?!placing|order-request)/ },
                { name: 'placing', test: /features[\\/]checkout[\\/]placing[\\/]/ },
                { name: 'product', test: /features[\\/]product[\\/]/, minShareCount: 2 },
                { name: 'catalogue', test: /features[\\/]catalogue[\\/](?!filter-panel[\\/])/ },
                { name: 'filters', test: /features[\\/]catalogue[\\/]filter-panel[\\/]/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Packages are bundled too, so that React's production build is used whatever NODE_ENV is.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: here('dist/server'),
        copyPublicDir: false,
        rolldownOptions: { input: here('src/entry-server.tsx') },
      },
    },
  },
  build: { emptyOutDir: true, target: 'es2022' },
  server: {
    proxy: Object.fromEntries(['/api', '/public'].map((path) => [path, { target: api, changeOrigin: false }])),
  },
})
