// Made by `npm run generate` from the modules' manifests: change those, not this file.

/** The links of the admin's navigation, in their order. */
export const adminPlaces = [
  { label: 'Catalogue', to: '/admin', exact: true },
  { label: 'Orders', to: '/admin/orders', exact: false },
  { label: 'Requests', to: '/admin/service-requests', exact: false },
  { label: 'People', to: '/admin/users', exact: false },
  { label: 'Events', to: '/admin/events', exact: false },
  { label: 'Operations', to: '/admin/operations', exact: false },
] as const

/** The kinds of streams that the list of all events can be narrowed to. */
export const streamFilters = [
  { category: 'product', label: 'product' },
  { category: 'cart', label: 'cart' },
  { category: 'order', label: 'order' },
  { category: 'serviceRequest', label: 'service request' },
  { category: 'personalKey', label: 'lost and returned keys' },
  { category: 'ops', label: 'operations' },
  { category: 'shop', label: 'shop' },
  { category: 'audit', label: 'looks at personal data' },
] as const
