import { OperatorError } from '../domain/errors.ts'

/** The examples at the end of `--help`. */
export function example(...commands: string[]): string {
  return `\n${commands.length === 1 ? 'Example' : 'Examples'}:\n${commands.map((command) => `  npm run ops -- ${command}`).join('\n')}`
}

/** The values of an option that may be repeated. */
export function collected(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value]
}

/** @throws OperatorError for anything but a whole number from 1 to 999999 */
export function wholeNumber(option: string, text: string): number {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  throw new OperatorError(`${option} is "${text}"`, 'Give a whole number from 1 to 999999.')
}

/** @throws OperatorError for anything but a position */
export function positionNumber(option: string, text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text)
  throw new OperatorError(`${option} is "${text}"`, 'Specify a position as a whole number, as `projections` shows it.')
}
