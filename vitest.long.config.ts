import { defineConfig } from 'vitest/config'

/** The long tests, including seeded faults. Their results are in docs/. */
export default defineConfig({
  test: {
    include: ['tests/long/*.test.ts', 'tests/mutations/*.test.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
