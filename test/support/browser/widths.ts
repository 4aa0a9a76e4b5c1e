import type { TestOptions } from 'vitest'
import { leftToCi, needsBrowser } from '../engines/engines.ts'
import { runsEverything } from '../runner/left-to-ci.ts'

/** The widths at which a suite repeats its journeys: the first alone where the others are left to CI. */
export const widths = (...all: number[]): number[] => (runsEverything ? all : all.slice(0, 1))

/** The options of a suite that repeats its journeys at these widths. */
export const needsBrowserAtWidths: TestOptions = {
  ...needsBrowser,
  meta: { ...needsBrowser.meta, ...leftToCi('its other widths') },
}
