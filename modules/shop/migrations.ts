import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { coreMigrations } from './engines/infrastructure.ts'
import { moduleMigrations } from './manifests.ts'

/** Every migration of this release, by name. */
export const shopMigrations = { ...coreMigrations, ...moduleMigrations, ...projectionMigrations }
