/** The role of a visitor (spec §3): GUEST when logged out. */
export type Role = 'GUEST' | 'USER' | 'STAFF' | 'ADMIN'

/** `category` is a path under /collection; `path` is any other page. */
export type NavigationLink = { label: string } & ({ category: string } | { path: '/admin' | '/my-orders' })
export type NavigationGroup = {
  label: string
  category?: string
  links: readonly NavigationLink[]
  roles: readonly Role[]
}

const everyone: readonly Role[] = ['GUEST', 'USER', 'STAFF', 'ADMIN']

/** The menu of spec §2. */
const navigation: readonly NavigationGroup[] = [
  {
    label: 'Medical Devices',
    category: 'medical-devices',
    roles: everyone,
    links: [
      { label: 'ICU Equipments', category: 'icu-equipments' },
      { label: 'Lab Equipments', category: 'lab-equipments' },
      { label: 'Dental Equipments', category: 'dental-equipments' },
      { label: 'X-Ray', category: 'x-ray' },
      { label: 'Ultrasound Machines', category: 'ultrasound-machines' },
      { label: 'Oxygen Machines', category: 'oxygen-machines' },
    ],
  },
  {
    label: 'Tools',
    category: 'tools',
    roles: everyone,
    links: [
      { label: 'Orthopedic Power Tools', category: 'orthopedic-power-tools' },
      { label: 'Surgical Instrument Sets', category: 'surgical-instrument-sets' },
      { label: 'Sports Medicine', category: 'sports-medicine' },
    ],
  },
  {
    label: 'Trolley & Mounting',
    category: 'trolley-mounting',
    roles: everyone,
    links: [
      { label: 'All in One Computer Trolley', category: 'all-in-one-computer-trolley' },
      { label: 'Medical Furniture', category: 'medical-furniture' },
      { label: 'Medical Trolley', category: 'medical-trolley' },
    ],
  },
  { label: 'Medicines', category: 'medicines', roles: everyone, links: [] },
  {
    label: 'Admin',
    roles: ['ADMIN'],
    links: [
      { label: 'Add/Update Details', path: '/admin' },
      { label: 'All Service Request', path: '/my-orders' },
    ],
  },
]

/** The part of the menu that this role may see (spec §2). */
export function navigationFor(role: Role): NavigationGroup[] {
  return navigation.filter((group) => group.roles.includes(role))
}

/** A collection with its path below /collection; `parent` is the path of the collection that contains it. */
export type Collection = { path: string; label: string; parent: string | null }

/** Every collection of the menu, parents before their children. */
export const collections: readonly Collection[] = navigation.flatMap((group) => {
  const { category: parent } = group
  if (parent === undefined) return []
  const children = group.links.flatMap((link) =>
    'category' in link ? [{ path: link.category, label: link.label, parent }] : [],
  )
  return [{ path: parent, label: group.label, parent: null }, ...children]
})

/** The collection of that path, regardless of case; no other path is loaded (spec §2). */
export function findCollection(path: string): Collection | undefined {
  const wanted = path.toLowerCase()
  return collections.find((collection) => collection.path === wanted)
}

/** The label of a category; its path as words if the menu does not have it. */
export function categoryLabel(path: string): string {
  return findCollection(path)?.label ?? wordsOf(path)
}

/** `icu-equipments` as `Icu Equipments`. */
export function wordsOf(segment: string): string {
  return segment
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
