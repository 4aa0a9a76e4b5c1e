import type { BrandColour } from './brand-colours.ts'

/** Lightness from 0 to 1, chroma, and hue in degrees. */
type Oklch = { l: number; c: number; h: number }

/**
 * The hues of the shop's teal, in which the drawings have their accents; the green of curves on screens is not among
 * them.
 */
const accentHues = { from: 172, to: 200 }

/** Below this chroma a colour is a grey of the device. */
const greyChroma = 0.008

/** Gives the accents of a drawing the colour of a brand, and keeps their lightness. */
export function recolour(svg: string, colour: BrandColour): string {
  const changed = new Map<string, string>()
  return svg.replaceAll(/#[0-9a-f]{6}\b/gi, (hex) => {
    const known = changed.get(hex) ?? accentIn(hex, colour)
    changed.set(hex, known)
    return known
  })
}

function accentIn(hex: string, { hue, chroma }: BrandColour): string {
  const { l, c, h } = oklchOf(hex)
  if (c < greyChroma || h < accentHues.from || h > accentHues.to) return hex
  return hexOf({ l, c: c * chroma, h: hue })
}

/** This lightness in the colour, such as for the label: `chroma` is absolute. */
export function shadeOf({ hue, chroma }: BrandColour, l: number, c: number): string {
  return hexOf({ l, c: c * chroma, h: hue })
}

function oklchOf(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const [x = 0, y = 0, z = 0] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt)
  const a = 1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z
  const d = 0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z
  const h = (Math.atan2(d, a) * 180) / Math.PI
  return {
    l: 0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    c: Math.hypot(a, d),
    h: h < 0 ? h + 360 : h,
  }
}

/** The colour with as much of its chroma as a screen can show. */
function hexOf(colour: Oklch): string {
  for (let c = colour.c; ; c *= 0.95) {
    const rgb = rgbOf({ ...colour, c })
    if (c < greyChroma || rgb.every((one) => one >= -0.001 && one <= 1.001)) return `#${rgb.map(byte).join('')}`
  }
}

function rgbOf({ l, c, h }: Oklch): number[] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)

function byte(v: number): string {
  const clamped = Math.min(1, Math.max(0, v))
  const shown = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0')
}
