import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names the classes of CSS modules by file and class, without a hash, and writes each name where it is used: no script
 * contains every name of a CSS module. The build ends at a name that the CSS module does not have.
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
      // Vite would leave out the styles of a file once nothing imports its names.
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined
    },
  }
}
