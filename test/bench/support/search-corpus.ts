import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { randomFrom } from '#test/support/random.ts'

const catalogue: Record<string, { above: string; devices: string[]; parts: string[] }> = {
  'icu-equipments': {
    above: 'medical-devices',
    devices: ['Patient Monitor', 'Ventilator', 'Syringe Pump', 'Infusion Pump', 'Defibrillator', 'Suction Machine'],
    parts: ['ECG cable', 'SpO2 probe', 'NIBP cuff', 'breathing circuit', 'lithium battery', 'alarm lamp'],
  },
  'lab-equipments': {
    above: 'medical-devices',
    devices: ['Centrifuge', 'Biochemistry Analyser', 'Haematology Analyser', 'Microscope', 'Incubator', 'Autoclave'],
    parts: ['rotor', 'cuvettes', 'reagent tray', 'objective lens', 'thermostat', 'printer'],
  },
  'dental-equipments': {
    above: 'medical-devices',
    devices: [
      'Dental Chair',
      'Ultrasonic Scaler',
      'Curing Light',
      'Air Compressor',
      'Handpiece Set',
      'Intraoral Camera',
    ],
    parts: ['spittoon', 'foot pedal', 'scaler tips', 'light guide', 'handpieces', 'delivery tray'],
  },
  'x-ray': {
    above: 'medical-devices',
    devices: ['X-Ray Machine', 'Mobile X-Ray', 'C-Arm', 'DR Panel', 'CR Reader', 'Lead Apron'],
    parts: ['collimator', 'flat panel detector', 'hand switch', 'cassettes', 'image intensifier', 'grid'],
  },
  'ultrasound-machines': {
    above: 'medical-devices',
    devices: ['Colour Doppler', 'Portable Ultrasound', 'Fetal Doppler', 'Ultrasound Gel Warmer', 'Echo System'],
    parts: ['convex probe', 'linear probe', 'thermal printer', 'trackball', 'gel bottles', 'trolley'],
  },
  'oxygen-machines': {
    above: 'medical-devices',
    devices: ['Oxygen Concentrator', 'Pulse Oximeter', 'Nebuliser', 'CPAP Machine', 'BiPAP Machine', 'Flow Meter'],
    parts: ['nasal cannula', 'humidifier bottle', 'masks', 'air filters', 'tubing', 'sieve bed'],
  },
  'orthopedic-power-tools': {
    above: 'tools',
    devices: ['Bone Drill', 'Oscillating Saw', 'Sternum Saw', 'Reamer', 'Plaster Cutter'],
    parts: ['saw blades', 'Jacobs chuck', 'sterile battery case', 'charger', 'K-wire attachment'],
  },
  'surgical-instrument-sets': {
    above: 'tools',
    devices: ['Laparotomy Set', 'Forceps Set', 'Scissors Set', 'Retractor', 'Needle Holder', 'Delivery Set'],
    parts: ['artery forceps', 'towel clips', 'scalpel handles', 'sterilisation tray', 'sponge holder'],
  },
  'sports-medicine': {
    above: 'tools',
    devices: ['Knee Brace', 'Ankle Support', 'TENS Unit', 'Ultrasound Therapy Unit', 'Shortwave Diathermy'],
    parts: ['electrodes', 'velcro straps', 'gel pads', 'hinges', 'carry case'],
  },
  'all-in-one-computer-trolley': {
    above: 'trolley-mounting',
    devices: ['Computer Trolley', 'Laptop Cart', 'Monitor Arm', 'Wall Mount', 'Telemedicine Cart'],
    parts: ['keyboard tray', 'cable duct', 'castors', 'battery pack', 'CPU holder'],
  },
  'medical-furniture': {
    above: 'trolley-mounting',
    devices: ['Hospital Bed', 'ICU Bed', 'Examination Couch', 'Wheelchair', 'Overbed Table', 'Bedside Locker'],
    parts: ['side rails', 'mattress', 'IV rod', 'castors', 'hand crank', 'drawers'],
  },
  'medical-trolley': {
    above: 'trolley-mounting',
    devices: ['Crash Cart', 'Dressing Trolley', 'Medicine Trolley', 'Stretcher Trolley', 'Instrument Trolley'],
    parts: ['drawers', 'oxygen cylinder holder', 'guard rails', 'castors', 'waste bin'],
  },
  medicines: {
    above: 'medicines',
    devices: ['Paracetamol Tablets', 'Normal Saline', 'Povidone Iodine', 'Ceftriaxone Injection', 'Vitamin C Tablets'],
    parts: ['blister packs', 'glass vials', 'ampoules', 'leaflet', 'dropper'],
  },
}

const traits = ['Portable', 'Digital', 'Automatic', 'Compact', 'Heavy Duty', 'Paediatric', 'Bedside', 'Rechargeable']
const settings = ['intensive care', 'small clinics', 'district hospitals', 'home care', 'day surgery', 'ambulances']
const sentences = [
  'Built for {setting} where it runs day and night with little maintenance.',
  'The {device} comes with {part}, {part} and a set of accessories.',
  'Its display shows every value at a glance, and alarms can be set for each patient.',
  'Tested to {word} standards and supplied with a calibration certificate.',
  'Doctors and nurses learn to use the {device} within minutes.',
  'The {word} housing is easy to clean with common disinfectants.',
  'Spare {part} and service by trained engineers are available all over India.',
  'Works on 230 V mains, with a backup of {number} hours.',
  'The {word} mode saves power in {setting}.',
  'Compatible with {word} and {word} systems by way of a standard connector.',
  'Weighs {number} kg and fits into every {word} unit of a ward.',
  'Two years of warranty on the {device}, one year on {part}.',
]
const syllables =
  'ba be bi bo ca ce co da de di do fa fe fi ga ge ka la le li lo ma me mi mo na ne ni no pa pe ra re'.split(' ')

const syllable = (index: number) => syllables[index % syllables.length] ?? ''

type Draw = { below(limit: number): number; of<T>(list: readonly T[]): T; word(): string }

function drawFrom(random: () => number): Draw {
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    of: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('nothing to draw from')
      return item
    },
    // As in natural language, a few words are frequent and most are rare.
    word: () => {
      const rank = Math.floor(20_000 ** random())
      return [rank, rank >> 3, rank >> 6, rank * 7].map(syllable).join('') + (rank % 3 === 0 ? 'n' : 'r')
    },
  }
}

/** Generates `count` products as a supplier would describe them, the same for the same seed on every machine. */
export function* searchCorpus(count: number, seed = 1): Generator<SearchDocument> {
  const draw = drawFrom(randomFrom(seed))
  const names = Array.from({ length: 120 }, () => capital(draw.word()))
  for (let index = 0; index < count; index++) yield searchDocument(index, draw, names)
}

function searchDocument(index: number, draw: Draw, names: readonly string[]): SearchDocument {
  const [category, { above, devices, parts }] = draw.of(Object.entries(catalogue))
  const device = draw.of(devices)
  const brand = draw.of(names)
  const company = `${brand} ${['Meditech', 'Healthcare', 'Surgicals'][brand.length % 3] ?? ''}`
  const model = `${brand.slice(0, 2).toUpperCase()}-${100 + draw.below(900)}${draw.of(['', 'A', 'B', 'Pro'])}`
  const fill = (sentence: string) =>
    sentence.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
      if (kind === 'setting') return draw.of(settings)
      if (kind === 'part') return draw.of(parts)
      if (kind === 'number') return String(1 + draw.below(60))
      return kind === 'word' ? draw.word() : device
    })
  const title = `${brand} ${model} ${draw.of(traits)} ${device}`
  const description = Array.from({ length: 6 + draw.below(6) }, () => fill(draw.of(sentences))).join(' ')
  const featureDescription = [
    `Weight: ${1 + draw.below(80)} kg`,
    `Power: ${20 + draw.below(400)} W`,
    `Size: ${draw.below(90)} x ${draw.below(90)} cm`,
    `Material: ${draw.word()}`,
    ...parts.slice(0, 3).map((part) => `Includes: ${part}`),
  ].join('\n')
  return {
    id: `product-${index}`,
    title,
    brand,
    company,
    category,
    collections: category === above ? [category] : [category, above],
    description,
    featureDescription,
    sku: `PRODUCT-${index}`,
    modelNumber: model,
    pricePaise: 10_000 + draw.below(50_000_000),
    createdAt: 1_700_000_000_000 + index * 60_000,
    payload: { qty: draw.below(100), logoUrl: `/images/devices/${category}.svg`, lookupType: 'Equipment' },
    position: index + 1,
  }
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
