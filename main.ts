import { readConfig } from '#core/config/config.ts'
import { runUntilStopped } from '#core/process/run-process.ts'
import { openLog } from '#core/telemetry/log.ts'
import { rolesOf } from '#modules/shop/roles.ts'
import { startShop } from '#modules/shop/start/shop.ts'
import { welcome } from '#modules/shop/start/welcome.ts'

// The shop: `npm start` runs all roles in one process; `npm run api`, `projections` and `workers` run one role each.

await runUntilStopped(async (giveUp) => {
  const roles = rolesOf(process.argv[2])
  const config = readConfig(process.env, process.cwd())
  const shop = await startShop({ config, roles, log: openLog(config.logLevel), onLockLost: giveUp })
  process.stdout.write(welcome(shop, config))
  return {
    async stop() {
      await shop.stop()
      process.stdout.write(`${process.argv[2] === undefined ? 'The shop' : 'This process'} has stopped.\n`)
    },
  }
})
