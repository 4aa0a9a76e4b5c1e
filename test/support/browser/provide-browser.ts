import { existsSync } from 'node:fs'
import { providePackage } from '../engines/debian-package.ts'

/**
 * Chromium without all that draws windows, which Debian builds from the same source: the tests in the browser take half
 * as long in it.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'

const wholeBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where the browser is; `remedy` says what to do where there is none. */
export type ProvidedBrowser = { path: string | undefined; remedy: string | undefined }

/** Where a Chromium for tests is: the one that `CHROMIUM_PATH` names, or one in a usual place. */
export function findBrowser(): string | undefined {
  return findOneOf([headlessShell, ...wholeBrowsers])
}

/** Finds the browser for tests; what is missing is installed if this is root on a Debian. */
export function provideBrowser(): ProvidedBrowser {
  const isChosen = Boolean(process.env['CHROMIUM_PATH'])
  // Where it cannot be had, the whole browser does as well.
  if (!isChosen && !existsSync(headlessShell)) providePackage('chromium-headless-shell', 'the tests in the browser')
  return provide('the tests in the browser', findBrowser)
}

/** The same for the browser as people have it, for measurements. */
export function provideWholeBrowser(): ProvidedBrowser {
  return provide('the measurements in the browser', () => findOneOf(wholeBrowsers))
}

function provide(whatFor: string, find: () => string | undefined): ProvidedBrowser {
  const found = find()
  if (found !== undefined) return { path: found, remedy: undefined }
  if (process.env['CHROMIUM_PATH']) return { path: undefined, remedy: 'CHROMIUM_PATH names no file: unset or mend it.' }
  const remedy = providePackage('chromium', whatFor)
  return { path: find(), remedy }
}

function findOneOf(places: readonly string[]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return places.find((place) => existsSync(place))
}
