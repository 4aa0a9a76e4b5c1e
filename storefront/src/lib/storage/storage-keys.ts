/** Keys of local storage: those of spec §9, and those of the lists that are stored in this browser only. */
export const storageKeys = {
  cart: 'cart',
  user: 'user',
  cartId: 'cartId',
  compared: 'compared',
  seen: 'seen',
} as const

/** The key of the chosen colour scheme; the script in index.html reads it too, before the first paint. */
export const schemeKey = 'scheme'

/** The key of whether the slash key moves to the search field. */
export const slashKeyKey = 'slashKey'

/** The key, in the storage of a tab, of what was last sent in it, until the notice about it is dismissed. */
export const sentKey = 'sent'

/** The key of the recent searches, which are read only where they are offered. */
export const searchesKey = 'searches'
