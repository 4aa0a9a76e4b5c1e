import { existsSync } from 'node:fs'
import { providePackage } from '../engines/debian-package.ts'

/**
 * Chromium without the code that draws windows, which Debian builds from the same source: browser tests take half as
 * long in it.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'

const wholeBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of the browser; if there is none, `remedy` is an instruction for the operator. */
export type ProvidedBrowser = { path: string | undefined; remedy: string | undefined }

/** The path of a Chromium for tests: the one in `CHROMIUM_PATH`, or one in a usual place. */
export function findBrowser(): string | undefined {
  return findOneOf([headlessShell, ...wholeBrowsers])
}

/** Finds the browser for tests, and installs it if it is missing and this is root on Debian. */
export function provideBrowser(): ProvidedBrowser {
  const isChosen = Boolean(process.env['CHROMIUM_PATH'])
  // If it cannot be installed, the whole browser is used.
  if (!isChosen && !existsSync(headlessShell)) providePackage('chromium-headless-shell', 'the browser tests')
  return provide('the browser tests', findBrowser)
}

/** Finds or installs the whole browser, as people use it, for measurements. */
export function provideWholeBrowser(): ProvidedBrowser {
  return provide('the browser measurements', () => findOneOf(wholeBrowsers))
}

function provide(whatFor: string, find: () => string | undefined): ProvidedBrowser {
  const found = find()
  if (found !== undefined) return { path: found, remedy: undefined }
  if (process.env['CHROMIUM_PATH'])
    return { path: undefined, remedy: 'CHROMIUM_PATH does not name a file: correct or unset it.' }
  const remedy = providePackage('chromium', whatFor)
  return { path: find(), remedy }
}

function findOneOf(places: readonly string[]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return places.find((place) => existsSync(place))
}
