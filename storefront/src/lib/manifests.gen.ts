// Made by `npm run generate` from the modules' manifests: change those, not this file.

/** The links of the admin's navigation, in their order. */
export const adminPlaces = [
  { label: 'Overview', to: '/admin/overview', covers: [] },
  { label: 'Orders', to: '/admin/orders', covers: ['/my-orders'] },
  { label: 'Products', to: '/admin', covers: ['/admin/products', '/admin/import'] },
  { label: 'Requests', to: '/admin/service-requests', covers: ['/my-orders/requests'] },
  { label: 'People', to: '/admin/users', covers: [] },
  { label: 'Search words', to: '/admin/search-words', covers: [] },
  { label: 'Events', to: '/admin/events', covers: ['/admin/streams', '/admin/carts'] },
  { label: 'Operations', to: '/admin/operations', covers: [] },
] as const

/** The kinds of streams that the list of all events can be narrowed to. */
export const streamFilters = [
  { category: 'product', label: 'product' },
  { category: 'cart', label: 'cart' },
  { category: 'order', label: 'order' },
  { category: 'orderNotes', label: 'notes on an order' },
  { category: 'searchSynonyms', label: 'search synonyms' },
  { category: 'serviceRequest', label: 'service request' },
  { category: 'account', label: 'roles and deleted accounts' },
  { category: 'personalKey', label: 'lost and returned keys' },
  { category: 'ops', label: 'operations' },
  { category: 'shop', label: 'shop' },
  { category: 'audit', label: 'reads of personal data' },
] as const

/** What the shop keeps about persons, as its privacy policy names it. */
export const privacyEntries = [
  {
    what: 'Name, login name, mobile number, email address, and earlier and unconfirmed ones',
    purpose: 'Your account and messages about your orders',
    duration: 'Until you delete your account',
  },
  {
    what: 'Addresses that you save',
    purpose: 'Filling in the delivery address of your next order',
    duration: 'Until you delete them or your account',
  },
  {
    what: 'Delivery name, mobile, address, city, state, PIN code',
    purpose: 'Delivering an order and its invoice',
    duration: 'Until you delete your account',
  },
  {
    what: 'What you ordered and what happened to it',
    purpose: 'Service, warranty, our accounts',
    duration: 'For as long as we must keep our accounts, without your name once your account is deleted',
  },
  {
    what: 'Carrier and tracking number, and why an order was cancelled or returned',
    purpose: 'Finding a parcel, and answering your questions',
    duration: 'Until you delete your account',
  },
  { what: 'Notes of our staff on an order', purpose: 'Handling your order', duration: 'Until you delete your account' },
  {
    what: 'Service requests: what you and the shop wrote to each other, and the place',
    purpose: 'Answering them, and sending an engineer',
    duration: 'Until you delete your account',
  },
  {
    what: 'Changes of your roles, and that your account was deleted',
    purpose: 'Who had which rights in the shop',
    duration: 'For as long as we must keep our accounts, under your account id, without your name',
  },
  { what: 'Password', purpose: 'Your login', duration: 'Only as an irreversible hash' },
] as const

/** The day of the privacy policy's text. */
export const privacyVersion = '2026-11-29'
