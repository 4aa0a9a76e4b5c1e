import { OperatorError } from '../domain/errors.ts'

/** The environment, read by name. An empty value counts as unset. */
export type Settings = {
  /** The value without surrounding white space. */
  text(name: string): string | undefined
  /** The unchanged value, for passwords. */
  exact(name: string): string | undefined
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined
}

export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const exact = (name: string): string | undefined => env[name] || undefined
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  return {
    exact,
    text,
    oneOf(name, values) {
      const given = text(name)
      if (given === undefined) return undefined
      const value = values.find((candidate) => candidate === given)
      if (value === undefined) throw wrongValue(name, `is "${given}"`, `Set it to one of ${values.join(', ')}.`)
      return value
    },
  }
}

/** `problem` completes a sentence that begins with the name of the variable; it never quotes a secret. */
export function wrongValue(name: string, problem: string, remedy: string): OperatorError {
  return new OperatorError(`${name} ${problem}`, remedy)
}

/** Parses the value as a URL of one of the schemes. It may hold a password, so messages never repeat it. */
export function urlOf(name: string, value: string, schemes: readonly string[]): URL {
  const url = URL.parse(value)
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    const forms = schemes.map((scheme) => `${scheme}://…`).join(' or ')
    throw wrongValue(name, 'is not a valid URL', `Set it to a URL of the form ${forms}, or leave it out.`)
  }
  return url
}
