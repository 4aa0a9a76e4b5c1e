import { printFailure } from '#core/process/run-process.ts'
import { shopOps } from '#modules/shop/ops/shop-ops.ts'

// The operator's command line: `npm run ops -- --help`.

try {
  await shopOps.parseAsync()
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
