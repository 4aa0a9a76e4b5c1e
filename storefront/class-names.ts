import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** The class of this name in a CSS module. No hash: it would be longer than the name itself, in styles, pages and scripts. */
export function classNameOf(name: string, file: string): string {
  return `${basename(file, '.module.css')}-${name}`
}

/**
 * Writes class names into the code in place of `styles['name']`, so that scripts do not contain an object with every
 * name of each CSS module. An import whose names are computed stays as it is.
 */
export function inlineClassNames(): Plugin[] {
  return [
    {
      name: 'inline-class-names',
      enforce: 'pre',
      transform(code, id) {
        return /\.tsx(?:\?|$)/.test(id) ? { code: withClassNames(code), map: null } : undefined
      },
    },
    {
      name: 'keep-styles-without-names',
      enforce: 'post',
      transform(code, id) {
        // Vite leaves out the styles of a CSS module if nothing uses its names.
        return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined
      },
    },
  ]
}

/** The code of a module with the class names of its CSS modules. */
export function withClassNames(code: string): string {
  return [...code.matchAll(/import (\w+) from (['"])(\.[^'"]*\.module\.css)\2/g)].reduce(
    (text, [statement, styles = '', quote = '', file = '']) => {
      const uses = new RegExp(String.raw`\b${styles}\[(['"])([\w-]+)\1\]`, 'g')
      const inlined = text
        .replace(statement, `import ${quote}${file}${quote}`)
        .replaceAll(uses, (_, __, name: string) => JSON.stringify(classNameOf(name, file)))
      return new RegExp(String.raw`\b${styles}\b\s*[[.,)}]|[=(:,?&|]\s*${styles}\b`).test(inlined) ? text : inlined
    },
    code,
  )
}
