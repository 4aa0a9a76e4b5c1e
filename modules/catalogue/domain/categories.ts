/** A collection of the navigation (spec §2): its path under /collection, its label, and the collection above it. */
export type Collection = { path: string; label: string; parent: string | null }

const tree: Record<string, { label: string; children: Record<string, string> }> = {
  'medical-devices': {
    label: 'Medical Devices',
    children: {
      'icu-equipments': 'ICU Equipments',
      'lab-equipments': 'Lab Equipments',
      'dental-equipments': 'Dental Equipments',
      'x-ray': 'X-Ray',
      'ultrasound-machines': 'Ultrasound Machines',
      'oxygen-machines': 'Oxygen Machines',
    },
  },
  tools: {
    label: 'Tools',
    children: {
      'orthopedic-power-tools': 'Orthopedic Power Tools',
      'surgical-instrument-sets': 'Surgical Instrument Sets',
      'sports-medicine': 'Sports Medicine',
    },
  },
  'trolley-mounting': {
    label: 'Trolley & Mounting',
    children: {
      'all-in-one-computer-trolley': 'All in One Computer Trolley',
      'medical-furniture': 'Medical Furniture',
      'medical-trolley': 'Medical Trolley',
    },
  },
  medicines: { label: 'Medicines', children: {} },
}

/** Every collection, parents before their children. */
export const collections: readonly Collection[] = Object.entries(tree).flatMap(([path, { label, children }]) => [
  { path, label, parent: null },
  ...Object.entries(children).map(([child, childLabel]) => ({ path: child, label: childLabel, parent: path })),
])

const byPath = new Map(collections.map((collection) => [collection.path, collection]))

/** Finds a collection by its path, ignoring case. */
export function findCollection(path: string): Collection | undefined {
  return byPath.get(path.toLowerCase())
}
