// Part of `npm run check`: every package of both lockfiles has a licence that is allowed.
import { licencePolicy } from './support/supply-chain/allowed-licences.ts'
import { licenceFaults } from './support/supply-chain/licence-faults.ts'
import { lockedFolders, readLockfile } from './support/supply-chain/lockfiles.ts'

const lockfiles = await Promise.all(lockedFolders.map(readLockfile))
const faults = licenceFaults(
  lockfiles.flatMap(({ packages }) => Object.entries(packages)),
  licencePolicy,
)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) {
  process.stderr.write(
    'Replace the package, or, once its licence is read, add the licence to "allowed" or the package with its reason to ' +
      '"exceptions" in test/support/supply-chain/allowed-licences.ts.\n',
  )
  process.exitCode = 1
}
