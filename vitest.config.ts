import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['tests/support/file-setup.ts'],
  globalSetup: ['tests/support/postgres-setup.ts'],
  provide: { engine: 'postgresql' as const },
  pool: 'forks' as const,
  // A worker loads the program once, for all of its files.
  isolate: false,
  maxWorkers: 2,
}

/** What differs between the engines: SQL, transactions, locks and full-text search, asked through the front door. */
const ON_BOTH_ENGINES = [
  'server/{cart,checkout,stock,orders,search}/**/*.test.ts',
]

/** Tests that need the embedded engine's data folder. */
const EMBEDDED_ONLY = ['server/platform/tracing.test.ts', 'tests/{sync,csv}-killed.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, globalSetup: [], name: 'walls', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'slices',
          include: ['{contract,server,sandbox}/**/*.test.ts', 'tests/*.test.ts', 'tests/support/*.test.ts'],
          exclude: ['tests/architecture.test.ts', ...EMBEDDED_ONLY],
        },
      },
      {
        test: {
          ...shared,
          name: 'embedded',
          include: [...ON_BOTH_ENGINES, ...EMBEDDED_ONLY],
          globalSetup: [...shared.globalSetup, 'tests/support/embedded-setup.ts'],
          provide: { engine: 'embedded' as const },
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: './tests/support/web-environment.ts',
          setupFiles: [...shared.setupFiles, 'tests/support/web-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'races',
          include: ['tests/{races,faults}/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
