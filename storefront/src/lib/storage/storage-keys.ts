/** Keys of local storage: those of spec §9, and those of the lists that are stored in this browser only. */
export const storageKeys = {
  cart: 'cart',
  user: 'user',
  cartId: 'cartId',
  compared: 'compared',
  seen: 'seen',
} as const

/** The key of the recent searches, which are read only where they are offered. */
export const searchesKey = 'searches'
