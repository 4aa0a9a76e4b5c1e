import { existsSync } from 'node:fs'
import { providePackage } from './debian-package.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where a Chromium is: the one that `CHROMIUM_PATH` names, or one in a usual place. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return places.find((place) => existsSync(place))
}

/** Finds the browser; where it is missing it is installed if this is root on a Debian, otherwise `remedy` says how. */
export function provideBrowser(): { path: string | undefined; remedy: string | undefined } {
  const found = findBrowser()
  if (found !== undefined) return { path: found, remedy: undefined }
  if (process.env['CHROMIUM_PATH']) return { path: undefined, remedy: 'CHROMIUM_PATH names no file: unset or mend it.' }
  const remedy = providePackage('chromium', 'the tests in the browser')
  return { path: findBrowser(), remedy }
}
