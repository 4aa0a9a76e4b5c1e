import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

const insufficientPrivilege = '42501'

/** Turns a refusal to create the schemas of `what` into an error with the remedy; rethrows other errors. */
export function explainSchemaRight(what: string): (error: unknown) => never {
  return (error) => {
    if (codeOf(error) !== insufficientPrivilege) throw error
    throw new OperatorError(
      `the database role may not create the schemas of ${what}`,
      'As the owner of the database, run: GRANT CREATE ON DATABASE <database> TO <role of DATABASE_URL>;',
      { cause: error },
    )
  }
}
