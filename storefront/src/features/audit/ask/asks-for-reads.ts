import { tokensOf } from './tokens.ts'

/** The category and the type of the records of accesses to personal data. */
export const readCategory = 'audit'
export const readType = 'PersonalDataRead'

/** Whether a stream holds records of accesses to personal data. */
export const isReadStream = (stream: string): boolean => stream.startsWith(`${readCategory}-`)

/** The fields and values by which a predicate asks for these records. */
const asking: Readonly<Record<string, ((value: string) => boolean) | undefined>> = {
  category: (value) => value === readCategory,
  type: (value) => value === readType,
  stream: isReadStream,
  'data.what': () => true,
  // One event or one request: all of it, also if it only read.
  id: () => true,
  correlationId: () => true,
  causationId: () => true,
}

/** Whether a predicate asks for records of accesses to personal data. A text in quotation marks is a value, not a field. */
export function asksForReads(predicate: string): boolean {
  let field = ''
  let operator = ''
  for (const token of tokensOf(predicate).filter((one) => !isSpace.test(one))) {
    if (isJoiner.test(token)) [field, operator] = ['', '']
    else if (field === '') field = token
    else if (operator === '') operator = token
    else if (!isOpposite.test(operator) && isAskedBy(field, valueOf(token))) return true
  }
  return false
}

const isAskedBy = (field: string, value: string): boolean => asking[field]?.(value) === true
const isSpace = /^[\s(),]+$/
const isJoiner = /^(and|or|not)$/i
const isOpposite = /^(!=|<>)$/

function valueOf(token: string): string {
  const [quote = ''] = token
  return quote === "'" || quote === '"' ? token.slice(1, -1).replaceAll(quote + quote, quote) : token
}
