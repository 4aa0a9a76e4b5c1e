// node modules/pincodes/derive-places.ts IN.txt > modules/pincodes/places.csv
// Derives the table of PIN codes from the postal codes of GeoNames (see README.md).
import { readFile } from 'node:fs/promises'
import { argv, stdout } from 'node:process'

/** Spellings of GeoNames that are not the official ones, and names that have changed. */
const stateNames: Readonly<Record<string, string>> = {
  'Andaman & Nicobar Islands': 'Andaman and Nicobar Islands',
  Chattisgarh: 'Chhattisgarh',
  'Jammu & Kashmir': 'Jammu and Kashmir',
  Pondicherry: 'Puducherry',
}

const districtNames: Readonly<Record<string, string>> = {
  'Ahmed Nagar': 'Ahmednagar',
  Allahabad: 'Prayagraj',
  Ananthapur: 'Anantapur',
  Bagpat: 'Baghpat',
  'Bangalore Rural': 'Bengaluru Rural',
  Burdwan: 'Bardhaman',
  Cuddapah: 'Kadapa',
  Darjiling: 'Darjeeling',
  'Gandhi Nagar': 'Gandhinagar',
  Giridh: 'Giridih',
  Gurgaon: 'Gurugram',
  Jaribam: 'Jiribam',
  Jhujhunu: 'Jhunjhunu',
  'Jyotiba Phule Nagar': 'Amroha',
  'K.V.Rangareddy': 'Ranga Reddy',
  'Kanpur Nagar': 'Kanpur',
  'Karim Nagar': 'Karimnagar',
  'Mahabub Nagar': 'Mahabubnagar',
  Mammit: 'Mamit',
  Pondicherry: 'Puducherry',
  Rajauri: 'Rajouri',
  'Surendra Nagar': 'Surendranagar',
  Tuticorin: 'Thoothukudi',
}

/** Where an address names the city rather than its district. */
const cities: readonly (readonly [pins: RegExp, city: string])[] = [
  [/^110/, 'New Delhi'],
  [/^2013(0[1-79]|1[3-8])/, 'Noida'],
  [/^40070/, 'Navi Mumbai'],
  [/^403001/, 'Panaji'],
  [/^403601/, 'Margao'],
  [/^500/, 'Hyderabad'],
  [/^520/, 'Vijayawada'],
  [/^560/, 'Bengaluru'],
  [/^575/, 'Mangaluru'],
  [/^5800(2|3)/, 'Hubballi'],
  [/^600/, 'Chennai'],
  [/^643001/, 'Udhagamandalam'],
  [/^682(?!55)/, 'Kochi'],
  [/^700/, 'Kolkata'],
  [/^73710[1-3]/, 'Gangtok'],
  [/^74410[1-6]/, 'Port Blair'],
  [/^751/, 'Bhubaneswar'],
  [/^7810/, 'Guwahati'],
  [/^79111[13]/, 'Itanagar'],
  [/^79300/, 'Shillong'],
  [/^7950(01|10)/, 'Imphal'],
  [/^7990/, 'Agartala'],
]

type Place = { city: string; state: string }

/** A line of GeoNames: country, postal code, place, state and its code, district and its code, and more. */
function placeOf(line: string): (Place & { pin: string }) | undefined {
  const [, pin = '', , state = '', , district = ''] = line.split('\t')
  if (!/^[1-9]\d{5}$/.test(pin)) return undefined
  return { pin, city: cityOf(pin) ?? districtOf(district), state: stateOf(pin, state) }
}

function stateOf(pin: string, name: string): string {
  return pin.startsWith('194') ? 'Ladakh' : (stateNames[name] ?? name)
}

function cityOf(pin: string): string | undefined {
  return cities.find(([pins]) => pins.test(pin))?.[1]
}

/** Without the state that GeoNames adds to some names, and not in capitals. */
function districtOf(name: string): string {
  const plain = name.replace(/\s*\(.*/, '')
  const district = districtNames[plain] ?? plain
  return district === district.toUpperCase() ? district.slice(0, 1) + district.slice(1).toLowerCase() : district
}

/** The place that most post offices of a PIN code name; of equal ones, the first by name. */
function mostFrequent(places: readonly string[]): string {
  const counts = Map.groupBy(places, (place) => place)
  const [[place] = ['']] = [...counts].toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
  return place
}

/** `110001-110013 110021`: consecutive codes become a range. */
function rangesOf(pins: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const pin of pins) {
    const last = ranges.at(-1)
    if (last !== undefined && pin === last.to + 1) last.to = pin
    else ranges.push({ from: pin, to: pin })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
}

const text = await readFile(argv[2] ?? 'IN.txt', 'utf8')
const offices = text.split('\n').flatMap((line) => placeOf(line) ?? [])
const placesOf = Map.groupBy(offices, ({ pin }) => pin)
const pins = [...placesOf].map(([pin, all]) => ({
  pin: Number(pin),
  place: mostFrequent(all.map(({ city, state }) => `${city},${state}`)),
}))
const byPlace = Map.groupBy(
  pins.toSorted((a, b) => a.pin - b.pin),
  ({ place }) => place,
)
stdout.write('city,state,pins\n')
for (const [place, all] of [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  stdout.write(`${place},${rangesOf(all.map(({ pin }) => pin))}\n`)
