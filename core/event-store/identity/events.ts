import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '../event-definition.ts'
import { inCategory } from '../ownership/stream-category.ts'

/** The category of a single stream. */
const shop = { name: 'shop', id: /^identity$/ }

/** The stream in which an external log records the shop that owns it. Created with `no-stream` expected. */
export const shopIdentityStream = `${shop.name}-identity`

export const OwnershipRecordSchema = Type.Object({
  /** The shop's id: a UUID, which is also the id of the event `ShopIdentified`. */
  shopId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** The host of the shop's PUBLIC_URL, if set. */
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  /** The database with the shop's read models and accounts, by its `databaseId`. */
  database: Type.String({ maxLength: 100 }),
})

/** The record of ownership in a log or an engine: the shop, its name and its database. */
export type OwnershipRecord = Static<typeof OwnershipRecordSchema>

const notPersonal = { 'Names of the shop and of its database.': ['shopId', 'name', 'database'] }

export const shopIdentityEvents = inCategory(shop, {
  /** The shop owns the log. The first event of the stream. */
  ShopIdentified: { version: 1, schema: OwnershipRecordSchema, notPersonal },
  /** The shop has a new name or database: its address changed, or its database was restored or moved. */
  ShopMoved: { version: 1, schema: OwnershipRecordSchema, notPersonal },
}) satisfies EventDefinitions
