import { sql, type Kysely, type Transaction } from 'kysely'
import type { AccountRow, IdentityTables } from '../tables.ts'

/** Writes about the verification of email addresses. */
export function verificationWrites(db: Kysely<unknown>) {
  return {
    inTransaction: (write: (trx: Transaction<unknown>) => Promise<void>): Promise<void> =>
      db.transaction().execute(write),

    /** Does nothing if the account has another address by now. */
    async confirmEmail({ id, email }: Pick<AccountRow, 'id' | 'email'>, at: string): Promise<void> {
      await db
        .$extendTables<IdentityTables>()
        .updateTable('accounts')
        .set({ email_verified_at: sql`coalesce(email_verified_at, ${at}::timestamptz)` })
        .where('id', '=', id)
        .where('email', '=', email)
        .execute()
    },
  }
}

export type VerificationWrites = ReturnType<typeof verificationWrites>
