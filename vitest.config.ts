import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = {
  // These end a test that hangs. A busy machine takes ten times as long as a quiet one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tests/support/file-setup.ts'],
  globalSetup: ['tests/support/postgres-setup.ts'],
  pool: 'forks' as const,
  // A worker loads the modules once, for all of its files.
  isolate: false,
  // One more than there are cores, because a worker spends a third of its time waiting for PostgreSQL.
  maxWorkers: 3,
}

/** Tests of pages that load their code, or the payment provider's script, for the first time, each in a new process. */
const FRESH_PAGE = [
  'web/checkout/express-checkout.test.tsx',
  'web/layout/fallbacks.test.tsx',
  'web/platform/report-error.test.ts',
]

const web = {
  ...shared,
  environment: './tests/support/web-environment.ts',
  setupFiles: [...shared.setupFiles, 'tests/support/web-setup.ts'],
}

export default defineConfig({
  test: {
    // A clone with warm caches transforms only changed modules.
    fsModuleCache: true,
    // Each starts its own workers, and a worker takes seconds to load the shop.
    projects: [
      { test: { ...shared, globalSetup: [], name: 'architecture', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'node',
          include: [
            '{contract,server}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{support,races,faults}/*.test.ts',
          ],
          exclude: ['tests/architecture.test.ts'],
        },
      },
      // In separate processes: the shop forbids the image library to read the files that the sandbox draws its pictures from.
      { test: { ...shared, globalSetup: [], name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      {
        plugins: [react()],
        test: { ...web, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: FRESH_PAGE },
      },
      { plugins: [react()], test: { ...web, name: 'fresh-page', include: FRESH_PAGE, isolate: true } },
    ],
  },
})
