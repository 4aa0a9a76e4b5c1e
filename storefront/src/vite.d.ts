// Additions of the build. Vite's own types of CSS modules have a default export only.

/** Each class is an export; the build fails for a name that the file does not have. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}

declare module '*.css' {}

interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error }
}
