import type { Config } from '#core/config/config.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Reactor } from '#core/projections/reactor.ts'
import type { CartModule } from '../../cart/module.ts'
import { findMailRecipient } from '../../identity/module.ts'
import type { NotificationsModule } from '../../notifications/module.ts'
import { mailWriters, type MailedModules } from '#workers/mails/compose-mail.ts'
import { mailReactors, startWorkers, type WorkersDeps } from '#workers/module.ts'
import { heldRemedy, sendingPolicyOf } from '#workers/sending-policy.ts'
import { checkOutCartOnOrderPlaced } from '#workers/reactors/check-out-cart-on-order-placed.ts'

export type ReactionDeps = {
  config: Config
  infrastructure: Infrastructure
  modules: MailedModules & { cart: CartModule; notifications: NotificationsModule }
  /** Subscribes reactors to the events, each from its own checkpoint. */
  follow: (reactors: readonly Reactor[]) => Promise<{ stop: () => Promise<void> }>
  budgets: Pick<Budgets, 'take'>
  log: Log
  /** Called after every attempt to send a mail. */
  onOutcome: NonNullable<WorkersDeps['onOutcome']>
}

/** Starts everything that reacts to events: reactors create jobs, and workers run them. */
export async function startReactions(deps: ReactionDeps): Promise<{ stop: () => Promise<void> }> {
  const { config, infrastructure, modules, follow, log } = deps
  const { cart, notifications } = modules
  const { database, listener, mailer } = infrastructure
  const policy = sendingPolicyOf(config)
  await reportHeldMails(deps)
  const following = await follow([
    ...mailReactors({ notifications, policy, log }),
    checkOutCartOnOrderPlaced(cart.checkOut),
  ])
  const jobs = await infrastructure.jobs.open()
  const workers = startWorkers({
    jobs,
    notifications,
    listen: (channel, callback) => listener.listen(channel, callback),
    mailer,
    data: { writers: mailWriters(modules), account: findMailRecipient(database.db) },
    shop: { name: config.mailFrom.name, publicUrl: config.publicUrl, mailbox: config.mailFrom.address },
    budgets: deps.budgets,
    log,
    policy,
    onOutcome: deps.onOutcome,
  })
  return {
    async stop() {
      await following.stop()
      await workers.stop()
      await jobs.close()
    },
  }
}

/** A log in the database is restored together with it, so its kind suffices as a name. */
async function logNameOf({ eventsIn, identity }: Infrastructure): Promise<string> {
  const ownership = eventsIn === 'database' ? undefined : await identity.ownership()
  return ownership === undefined ? eventsIn : `${eventsIn}/${ownership.shopId}`
}

/** Call before any reactor runs: after a restore, waiting mails must not be sent. */
async function reportHeldMails({ infrastructure, modules: { notifications }, log }: ReactionDeps): Promise<void> {
  const { isChanged } = await notifications.checkOrigin(await logNameOf(infrastructure))
  if (isChanged) log.warn('the database or the log has changed since the last start: emails of earlier events are held')
  const held = await notifications.heldCount()
  if (held > 0) log.warn({ held, remedy: heldRemedy }, 'emails are held for a decision')
}
