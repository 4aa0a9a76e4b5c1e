import { readConfig } from '#core/config/config.ts'
import { openInfrastructure, type Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'

/** Opens the engines of a stopped shop, as the command line does. */
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
