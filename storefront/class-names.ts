import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names the classes of CSS modules by file and class, without a hash, and inlines each name where it is used, so that
 * no script contains all names of a CSS module. The build fails at a name that the CSS module does not have.
 */
export function classNames(): Plugin {
  return {
    name: 'class-names',
    enforce: 'post',
    config: () => ({
      css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
      build: { rolldownOptions: { optimization: { inlineConst: { mode: 'all' } } } },
    }),
    onLog(_level, log) {
      if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
    },
    transform(code, id) {
      // Vite would drop the styles of a file that no script imports names from.
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined
    },
  }
}
