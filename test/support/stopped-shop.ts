import { readConfig } from '#core/config.ts'
import { openInfrastructure, type Infrastructure } from '#core/infrastructure.ts'
import { silentLog } from '#core/log.ts'
import { eventDefinitions, moduleMigrations } from '#modules/manifests.ts'
import { followed } from '#projections/runner/continuity/followed.ts'
import { projectionMigrations } from '#projections/runner/migrations.ts'

/** The engines of a shop that does not run, as the command line opens them. */
export function openStoppedShop(env: Record<string, string> & { DATA_DIR: string }): Promise<Infrastructure> {
  return openInfrastructure({
    config: readConfig(env, env.DATA_DIR),
    log: silentLog,
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    followed,
    onLockLost: () => undefined,
  })
}
