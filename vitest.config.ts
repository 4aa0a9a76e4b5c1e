import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'core/**/*.test.ts',
      'modules/**/*.test.ts',
      'projections/**/*.test.ts',
      'workers/**/*.test.ts',
      'storefront/**/*.test.{ts,tsx}',
      'test/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    // Two cores are what a small shop has, and one of them is the database's.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
