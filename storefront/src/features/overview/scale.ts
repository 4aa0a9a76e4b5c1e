/**
 * The value at the top of a chart's axis: the smallest of 2, 4, 6, …, 18, 20, 40, 60, … that is not below the greatest value, so
 * that the middle of the axis is a whole number too.
 */
export function topOf(values: readonly number[]): number {
  const greatest = Math.max(2, ...values)
  const unit = 10 ** Math.floor(Math.log10(greatest / 2))
  return Math.ceil(greatest / (2 * unit)) * 2 * unit
}

/**
 * The importance of the label at each index below a chart: about seven labels, at equal distances from the last. Where
 * space is scarce, the minor ones, every second, are left out.
 */
export function labelsOf(count: number): ('major' | 'minor' | undefined)[] {
  const step = Math.max(1, Math.ceil(count / 7))
  return Array.from({ length: count }, (_, index) => {
    const steps = (count - 1 - index) / step
    if (!Number.isInteger(steps)) return undefined
    return steps % 2 === 0 ? 'major' : 'minor'
  })
}
