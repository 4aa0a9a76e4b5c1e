// `npm run sbom -- [FILE]`: what the shop consists of when it runs, as a CycloneDX document of the two lockfiles. It
// needs no network. The same lockfiles give the same bytes with the same npm.
import { writeFile } from 'node:fs/promises'
import { cyclonedxOf } from './support/supply-chain/cyclonedx.ts'
import { lockedFolders } from './support/supply-chain/lockfiles.ts'
import { mergedSbom } from './support/supply-chain/merged-sbom.ts'

const text = `${JSON.stringify(mergedSbom(await Promise.all(lockedFolders.map(cyclonedxOf))), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else await writeFile(file, text)
