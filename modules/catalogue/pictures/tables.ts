import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { PictureFile } from './domain/picture-path.ts'
import type { EncodedPicture } from './encode-picture.ts'

/** An uploaded picture. `used_at`: when a product was first saved with it; until then it is kept for a day only. */
type PictureRow = { name: string; uploaded_at: string; used_at: string | null }

type FileRow = { picture_name: string; size: number; width: number; height: number; bytes: Buffer }

type Tables = { pictures: PictureRow; picture_files: FileRow }

export const pictureMigrations: Record<string, Migration> = {
  '2026-11-26-pictures': {
    async up(db) {
      await sql`create table pictures (
        name text primary key,
        uploaded_at timestamptz not null default now(),
        used_at timestamptz
      )`.execute(db)
      await sql`create index on pictures (uploaded_at) where used_at is null`.execute(db)
      await sql`create table picture_files (
        picture_name text not null references pictures on delete cascade,
        size integer not null,
        width integer not null,
        height integer not null,
        bytes bytea not null,
        primary key (picture_name, size)
      )`.execute(db)
      // The bytes are compressed already.
      await sql`alter table picture_files alter column bytes set storage external`.execute(db)
    },
  },
}

/** How long a picture is kept if no product is saved with it. */
const unusedHours = 24

/** The uploaded pictures, which every process finds in the database. */
export function pictureTables(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  return {
    /** Stores a picture, or restarts its 24 hours if it is stored already. Resolves to whether it is new. */
    insert: (picture: EncodedPicture): Promise<boolean> =>
      tables.transaction().execute((trx) => insertPicture(trx, picture)),

    file: ({ name, size }: PictureFile): Promise<Pick<FileRow, 'bytes'> | undefined> =>
      tables
        .selectFrom('picture_files')
        .select('bytes')
        .where('picture_name', '=', name)
        .where('size', '=', size)
        .executeTakeFirst(),

    /** Keeps pictures for good. Resolves to the names of those that are stored. */
    async markUsed(names: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        update pictures set used_at = coalesce(used_at, now()) where name = any(${names}) returning name`.execute(
        tables,
      )
      return rows.map(({ name }) => name)
    },

    /** Deletes what was uploaded a day ago and is used by no product. Resolves to the number of pictures. */
    async deleteUnused(): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from pictures
        where used_at is null and uploaded_at < now() - make_interval(hours => ${unusedHours})`.execute(tables)
      return Number(numAffectedRows)
    },
  }
}

export type PictureTables = ReturnType<typeof pictureTables>

async function insertPicture(trx: Kysely<Tables>, { name, files }: EncodedPicture): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into pictures (name) values (${name})
    on conflict (name) do update set uploaded_at = now()
    returning xmax = 0 as is_new`.execute(trx)
  const isNew = rows[0]?.is_new === true
  if (isNew)
    await trx
      .insertInto('picture_files')
      .values(files.map((file) => ({ picture_name: name, ...file })))
      .execute()
  return isNew
}
