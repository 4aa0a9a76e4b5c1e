import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '../event-definition.ts'
import { inCategory } from '../ownership/stream-category.ts'

/** There is one such stream. */
const shop = { name: 'shop', id: /^identity$/ }

/** The stream in which a log outside the database says whose it is. It is created with `no-stream` expected. */
export const shopIdentityStream = `${shop.name}-identity`

export const SeatSchema = Type.Object({
  /** The shop's id: a UUID, and the id of the event `ShopIdentified` as well. */
  shopId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** The host of the shop's PUBLIC_URL, where it is set. */
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  /** The database that keeps the shop's read models and accounts, by its `databaseId`. */
  database: Type.String({ maxLength: 100 }),
})

/** Which shop owns something, under which name, and with which database. */
export type Seat = Static<typeof SeatSchema>

const notPersonal = { 'Names of the shop and of its database.': ['shopId', 'name', 'database'] }

export const shopIdentityEvents = inCategory(shop, {
  /** The log belongs to this shop. The first event of the stream. */
  ShopIdentified: { version: 1, schema: SeatSchema, notPersonal },
  /** The shop has another name or another database since: its address changed, or its database was restored or moved. */
  ShopMoved: { version: 1, schema: SeatSchema, notPersonal },
}) satisfies EventDefinitions
