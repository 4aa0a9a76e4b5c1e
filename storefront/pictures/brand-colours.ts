import { createHash } from 'node:crypto'

/** A colour by hue in degrees and colourfulness relative to the shop's teal (OKLCH). */
export type BrandColour = { hue: number; chroma: number }

/** Hues that differ visibly at the lightness of the drawings' accent. */
const colours: readonly BrandColour[] = [
  { hue: 188, chroma: 1 },
  { hue: 215, chroma: 1.15 },
  { hue: 240, chroma: 1.35 },
  { hue: 262, chroma: 1.6 },
  { hue: 285, chroma: 1.5 },
  { hue: 308, chroma: 1.45 },
  { hue: 335, chroma: 1.45 },
  { hue: 2, chroma: 1.5 },
  { hue: 25, chroma: 1.55 },
  { hue: 48, chroma: 1.25 },
  { hue: 75, chroma: 1.1 },
  { hue: 112, chroma: 1 },
  { hue: 142, chroma: 1.25 },
  { hue: 160, chroma: 1.15 },
  { hue: 250, chroma: 0.35 },
]

/** The colour of a brand, always the same. */
export function colourOf(brand: string): BrandColour {
  const [first = 0, second = 0] = createHash('sha256').update(brand.trim().toLowerCase()).digest()
  return colours[(first * 256 + second) % colours.length] ?? { hue: 188, chroma: 1 }
}
