import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codingFor } from '#core/http/responses/compression.ts'
import { variantIn, variantsOf, type Variants } from '#core/http/responses/variants.ts'
import { send, type HttpContext } from '#core/http/server/send.ts'
import type { BrandColour } from './brand-colours.ts'
import { draw } from './draw.ts'
import { lasting, svgResponse } from './picture-response.ts'

/** The device that stands for a collection, by the collection's path, and the hue of its ground. */
const departments: Readonly<Record<string, readonly [drawing: string, hue: number]>> = {
  'medical-devices': ['patient-monitor', 188],
  'icu-equipments': ['icu-ventilator', 188],
  'lab-equipments': ['microscope', 285],
  'dental-equipments': ['dental-chair', 240],
  'x-ray': ['c-arm', 262],
  'ultrasound-machines': ['ultrasound-cart', 308],
  'oxygen-machines': ['oxygen-concentrator', 215],
  tools: ['stethoscope', 25],
  'orthopedic-power-tools': ['bone-drill', 48],
  'surgical-instrument-sets': ['general-surgery-set', 160],
  'sports-medicine': ['knee-brace', 142],
  'trolley-mounting': ['monitor-arm', 75],
  'all-in-one-computer-trolley': ['aio-trolley-powered', 240],
  'medical-furniture': ['fowler-bed', 112],
  'medical-trolley': ['crash-cart', 25],
  medicines: ['syrup-bottle', 335],
}

/**
 * Answers `/images/departments/COLLECTION.svg` with the picture of a collection; resolves to false for every other
 * address. `folder` holds the built files of the storefront.
 */
export function departmentPictures(folder: string): (ctx: HttpContext) => Promise<boolean> {
  const pictures = new Map<string, Variants>()
  for (const [path, [drawing, hue]] of Object.entries(departments)) {
    const svg = readFileSync(join(folder, 'images', 'devices', `${drawing}.svg`), 'utf8')
    pictures.set(`/images/departments/${path}.svg`, variantsOf(svgResponse(drawIn({ hue, chroma: 1.2 }, svg))))
  }
  return async (ctx) => {
    const found = pictures.get(ctx.path)
    if (found === undefined) return false
    await send(ctx, lasting(await variantIn(found, codingFor(ctx.req.headers['accept-encoding']))), true)
    return true
  }
}

const drawIn = (colour: BrandColour, svg: string) =>
  draw(svg, { colour, mark: undefined, caption: '', backdrop: 0, paint: 0 })
