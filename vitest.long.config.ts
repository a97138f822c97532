import { defineConfig } from 'vitest/config'

/** Long proofs: hours of a shop's life in minutes. Their figures stand in docs/. */
export default defineConfig({
  test: {
    include: ['tests/long/*.test.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    globalSetup: ['tests/support/snapshot-setup.ts', 'tests/support/postgres-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
