import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { OperatorError } from '../domain/errors.ts'

/** Raised when a backup can no longer be read by an earlier release. */
export const backupFormat = 1

/** What a backup says about itself, before its rows. */
export const BackupManifest = Type.Object({
  format: Type.Integer(),
  madeAt: Type.String(),
  /** Where the events are: with `eventstoredb`, the backup holds the database alone. */
  eventsIn: Type.Union([Type.Literal('database'), Type.Literal('eventstoredb')]),
  /** The migrations whose schema the rows have. */
  migrations: Type.Array(Type.String()),
  /** The rows of all tables together, for the progress of a reader. */
  rows: Type.Optional(Type.Integer()),
  secrets: Type.Object({
    jwtSecret: Type.String(),
    adminPassword: Type.String(),
    /** In base64. */
    personalDataKey: Type.String(),
  }),
})
export type BackupManifest = Static<typeof BackupManifest>

const validator = Compile(BackupManifest)

/** @throws OperatorError for the manifest of a newer release */
export function readManifest(body: Buffer, known: ReadonlySet<string>): BackupManifest {
  const manifest: unknown = JSON.parse(body.toString())
  const isKnown = validator.Check(manifest) && manifest.format === backupFormat
  const unknown = isKnown ? manifest.migrations.filter((name) => !known.has(name)) : []
  if (isKnown && unknown.length === 0) return manifest
  const why = isKnown ? `it has ${unknown[0]}` : 'this release does not know its format'
  throw new OperatorError(`the backup is of a newer version of the shop (${why})`, 'Restore it with that version.')
}
