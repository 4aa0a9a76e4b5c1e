import { createHash } from 'node:crypto'
import type { Product } from '#modules/catalogue/schema.ts'
import { colourOf, type BrandColour } from './brand-colours.ts'
import { widthOf, writeText } from './letters.ts'
import { captionOf, markOf, type DecidingValue, type Mark } from './mark.ts'
import { recolour, shadeOf } from './recolour.ts'

/** What a drawing is varied by: the same product always looks the same. */
export type Look = { colour: BrandColour; mark: Mark | undefined; caption: string; backdrop: number }

/** The look of a product. */
export function lookOf(product: Pick<Product, 'id' | 'title' | 'brand' | 'featureDescription' | 'modelNumber'>): Look {
  const [first = 0] = createHash('sha256').update(product.id).digest()
  const backdrop = first % backdrops.length
  return { colour: colourOf(product.brand), mark: markOf(product), caption: captionOf(product), backdrop }
}

/** The ground behind the device in every drawing of a whole device. */
const circle = '<circle cx="320" cy="320" r="262" fill="#e1ecea"/>'

/** Grounds of about the same area. */
const backdrops = [
  circle,
  '<rect x="84" y="84" width="472" height="472" rx="150" fill="#e1ecea"/>',
  '<path d="M76 556V320a244 244 0 0 1 488 0v236a20 20 0 0 1-20 20H96a20 20 0 0 1-20-20Z" fill="#e1ecea"/>',
  '<path d="M320 52c150-10 276 96 268 262s-96 276-262 274S56 470 54 318 170 62 320 52Z" fill="#e1ecea"/>',
  '<path d="M320 46 557 183v274L320 594 83 457V183Z" fill="#e1ecea" stroke="#e1ecea" stroke-width="44" stroke-linejoin="round"/>',
]

/**
 * The drawing of a device in this look: accents in the colour of the brand, and, on the drawing of a whole device, its
 * own ground, its size, its label and its name.
 */
export function draw(svg: string, look: Look): string {
  const [before, device] = svg.split(circle)
  if (before === undefined || device === undefined) return recolour(svg, look.colour)
  const sized = `<g transform="${scaling(look.mark?.value)}">${device.replace('</svg>', '</g>')}`
  const whole = before + (backdrops[look.backdrop] ?? circle) + sized
  return `${recolour(whole, look.colour)}${labelOf(look)}${writeText(look.caption, captionAt(look.colour))}</svg>`
}

/** The smallest and the largest amount of a unit that size a drawing; between them it grows with the logarithm. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  '″': [7, 27],
  L: [1, 150],
  ml: [2, 1000],
  g: [4, 500],
  kg: [80, 300],
  pcs: [4, 60],
  drawers: [1, 10],
  mm: [3, 500],
}

/** Keeps the device between label and caption, standing on the floor. */
function scaling(value: DecidingValue | undefined): string {
  const scale = 0.76 + 0.16 * shareOf(value)
  return `translate(${round(328 - 320 * scale)} ${round(562 - 572 * scale)}) scale(${round(scale)})`
}

/** Where in its range the value lies, from 0 to 1. */
function shareOf(value: DecidingValue | undefined): number {
  const range = value && ranges[value.unit]
  if (value === undefined || range === undefined) return 0.7
  const [least, most] = range
  const amount = Math.min(most, Math.max(least, value.amount))
  return Math.log(amount / least) / Math.log(most / least)
}

const label = { left: 22, top: 22, height: 80, padding: 26, size: 50 }

/** A label with the deciding number in the upper left corner, which the devices leave free. */
function labelOf({ mark, colour }: Look): string {
  if (mark === undefined) return ''
  const { left, top, height, padding, size } = label
  const width = widthOf(mark.text, size) + 2 * padding
  const ground = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${height / 2}" fill="${shadeOf(colour, 0.44, 0.085)}"/>`
  return ground + writeText(mark.text, { x: left + padding, y: top + 58, size, fill: '#ffffff' })
}

/** Below the floor on which the devices stand. */
const captionAt = (colour: BrandColour) => ({ x: 26, y: 618, size: 32, fill: shadeOf(colour, 0.4, 0.06) })

const round = (value: number) => Math.round(value * 1000) / 1000
