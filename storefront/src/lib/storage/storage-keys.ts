/** Keys of local storage: the specification's (spec §9), and the lists that stay on this device. */
export const storageKeys = {
  cart: 'cart',
  user: 'user',
  cartId: 'cartId',
  compared: 'compared',
  seen: 'seen',
} as const
