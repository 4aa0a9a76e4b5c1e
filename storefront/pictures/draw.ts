import { createHash } from 'node:crypto'
import type { Product } from '#modules/catalogue/schema.ts'
import { colourOf, type BrandColour } from './brand-colours.ts'
import { widthOf, writeText } from './letters.ts'
import { captionOf, markOf, type DecidingValue, type Mark } from './mark.ts'
import { recolour, shadeOf } from './recolour.ts'

/** The properties that vary a drawing: the same product always looks the same. */
export type Look = {
  colour: BrandColour
  mark: Mark | undefined
  caption: string
  /** The shape and the paint of the background. */
  backdrop: number
  paint: number
}

/** The look of a product. */
export function lookOf(product: Pick<Product, 'id' | 'title' | 'brand' | 'featureDescription' | 'modelNumber'>): Look {
  const [first = 0, second = 0] = createHash('sha256').update(product.id).digest()
  return {
    colour: colourOf(product.brand),
    mark: markOf(product),
    caption: captionOf(product),
    backdrop: first % backdrops.length,
    paint: (numberIn(product.id) ?? second) % paints.length,
  }
}

/** The number at the end of an id: products of one series have numbers close to each other. */
function numberIn(id: string): number | undefined {
  const [digits] = /[0-9]{1,9}$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const paleFill = 'fill="#e1ecea"'

/** The background in every drawing of a whole device. */
const circle = `<circle cx="320" cy="320" r="262" ${paleFill}/>`

/** The paints of a background, which differ visibly at a glance. */
const paints = [paleFill, 'fill="#bcd9d4"', 'fill="none" stroke="#a5d0c8" stroke-width="14"']

/** The shapes of a background, of about the same area. */
const backdrops = [
  circle,
  `<rect x="84" y="84" width="472" height="472" rx="150" ${paleFill}/>`,
  `<path d="M76 556V320a244 244 0 0 1 488 0v236a20 20 0 0 1-20 20H96a20 20 0 0 1-20-20Z" ${paleFill}/>`,
  `<path d="M320 52c150-10 276 96 268 262s-96 276-262 274S56 470 54 318 170 62 320 52Z" ${paleFill}/>`,
  `<path d="M320 24Q329 24 340 30L556 155Q576 166 576 190V450Q576 474 556 485L340 610Q320 622 300 610L84 485Q64 474 64 450V190Q64 166 84 155L300 30Q311 24 320 24Z" ${paleFill}/>`,
]

/**
 * The drawing of a device in this look: accents in the colour of the brand; and, on the drawing of a whole device, a
 * background, a size, a label and a name of its own.
 */
export function draw(svg: string, look: Look): string {
  const [before, device] = svg.split(circle)
  if (before === undefined || device === undefined) return recolour(svg, look.colour)
  const sized = `<g transform="${scaling(look.mark?.value)}">${device.replace('</svg>', '</g>')}`
  const backdrop = (backdrops[look.backdrop] ?? circle).replaceAll(paleFill, paints[look.paint] ?? paleFill)
  const whole = before + backdrop + sized
  return `${recolour(whole, look.colour)}${labelOf(look)}${writeText(look.caption, captionAt(look.colour))}</svg>`
}

/**
 * The smallest and the largest amount of each unit that change the size of a drawing; between them the size grows with
 * the logarithm.
 */
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

/** A label with the distinguishing value in the upper left corner, which the devices leave free. */
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
