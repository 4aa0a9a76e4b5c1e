import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { routeTrees } from './route-trees.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the API of a shop under development answers. */
const api = process.env['SHOP_URL'] ?? 'http://127.0.0.1:3000'

const isBrowsed = (routeId: string) => /^\/(collection|products|search)?(\/|$)/.test(routeId)

/** Fetched alone, before everything else. */
const isStart = (module: string) => module.endsWith('src/start.ts')

/** What more than one public page shows, but not all of them: a request of its own would cost more than its bytes. */
const onMostPages =
  /entities[\\/]product[\\/]card[\\/]|ui[\\/](feedback[\\/]message|data[\\/]pagination)\.|catalogue[\\/]product-list|lib[\\/](format[\\/]specification|router[\\/](use-go-when-loaded|is-leaving))\.|icons[\\/](scale|truck|chevron|refresh|banknote|plus)/

/** What the product's own two addresses share. */
const onProductPages =
  /features[\\/]product[\\/](?!gallery[\\/]lightbox)|ui[\\/]forms[\\/]quantity-control|icons[\\/](minus|wrench)/

export default defineConfig({
  root: here('.'),
  plugins: [
    tanstackRouterGenerator(routeTrees.first),
    tanstackRouter({
      ...routeTrees.whole,
      autoCodeSplitting: true,
      // What only some people see is fetched with its data's loader; public pages start loading their data at once.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (isBrowsed(routeId) ? undefined : [['loader', 'component']]),
      },
    }),
    react(),
    compression({ algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')], threshold: 1000 }),
  ],
  css: {
    // A hash in each name would weigh more than the name, in the styles, the pages and the scripts alike.
    modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
  },
  resolve: {
    alias: [
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: here('src/ui/media/create-lucide-icon.ts') },
      // For versions of React that lack what this one has.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  // `vite build` makes both: what is sent to browsers, and what renders the pages on the server.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: here('dist/client'),
        manifest: true,
        // The policy of the pages allows no `data:` scripts and no inline ones; small files stay files.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // Takes longer than Vite's own and sends a hundredth less. What is written out in many places compresses worse than
        // calls of one function. Of the functions that become arrows one is used as a constructor: React's, which looks
        // for a component's place in a stack of faults, and then does not find it.
        minify: 'terser',
        terserOptions: { module: true, ecma: 2022, compress: { passes: 5, inline: false, unsafe_arrows: true } },
        rolldownOptions: {
          input: { index: here('index.html'), start: here('src/start.ts') },
          output: {
            // What every page needs is one file, and what most of them share another: fewer files compress better.
            codeSplitting: {
              groups: [
                { name: 'shop', tags: ['$initial'], test: (id: string) => !isStart(id), priority: 2 },
                { name: 'cards', test: onMostPages, priority: 1 },
                { name: 'product', test: onProductPages, priority: 1 },
                {
                  name: 'browse',
                  test: /features[\\/]catalogue[\\/](?!filters[\\/]filter-sheet|(search|collection)[\\/]load)|icons[\\/]sliders/,
                  priority: 0,
                },
                { name: 'forms', test: /ui[\\/]forms[\\/]field\.|lib[\\/]forms[\\/]form-text/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Packages are bundled too, so that React is the one for production whatever NODE_ENV says.
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
