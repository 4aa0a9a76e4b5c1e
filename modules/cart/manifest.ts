import { fold } from '#core/domain/decider.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { cartsProjection } from '#projections/carts.ts'
import { cartDecider, withoutCount } from './domain/cart.ts'
import { cartEvents, cartStream } from './domain/events.ts'
import { cartSentences } from './domain/wording.ts'

/** The declarations of carts for the rest of the shop. */
export const cartManifest = defineModule({
  tag: 'Carts',
  events: cartEvents,
  migrations: {},
  streams: [
    {
      category: 'cart',
      title: 'Cart',
      filter: 'cart',
      streamOf: cartStream,
      idsAre: 'lower-case',
      relatedBy: ['cartId', 'mergedInto', 'mergedFrom'],
      fold: (events) => withoutCount(fold(cartDecider, eventsOf(cartEvents, events))),
      isPersonal: false,
    },
  ],
  sentences: cartSentences,
  projections: { carts: cartsProjection },
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [],
})
