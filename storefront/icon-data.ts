import type { Plugin } from 'vite'

/** Names, sizes and aliases of an icon, each on a line of its own. */
const ofIcon = /^ {2}(?:name|size|aliases): .*\n/gm

/** The key of a shape, which React needs only for children in an array. */
const ofShape = /,?\s*\bkey: "[a-z0-9]+"/g

/**
 * Leaves out of lucide's icons what only lucide's own function reads (see src/ui/media/create-lucide-icon.ts). The keys are
 * random letters, which do not compress: without all this, the scripts of a product page are half a KiB smaller.
 */
export function iconData(): Plugin {
  return {
    name: 'icon-data',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
      handler: (code) => ({ code: code.replaceAll(ofIcon, '').replaceAll(ofShape, ''), map: null }),
    },
  }
}
