import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { UNOPTIMIZED_WASM } from './tests/support/shop-process.ts'

const shared = {
  // These end a test that hangs. A busy machine takes ten times as long as a quiet one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tests/support/file-setup.ts'],
  globalSetup: ['tests/support/postgres-setup.ts'],
  provide: { engine: 'postgresql' as const },
  pool: 'forks' as const,
  // A worker loads the modules once, for all of its files.
  isolate: false,
  // One more than there are cores, because a worker spends a third of its time waiting for PostgreSQL.
  maxWorkers: 3,
}

/** Differences between the engines: SQL, transactions, locks, and full-text search, tested over HTTP. */
const ON_BOTH_ENGINES = [
  'server/cart/cart.test.ts',
  'server/stock/*.test.ts',
  'server/catalog/search.test.ts',
  'server/audit/chain.test.ts',
]

/** Other tests run the same SQL on the embedded engine, so `npm test` skips the second run of these. */
const ON_BOTH_ENGINES_LONG = [
  'server/accounts/users.test.ts',
  'server/catalog/csv-import.test.ts',
  'scripts/{reconcile,seed}.test.ts',
  'tests/{sync,csv}-killed.test.ts',
  'server/checkout/checkout.test.ts',
  'server/orders/admin-list.test.ts',
  'server/payments/webhook.test.ts',
]

/** Tests of the embedded engine's data folder, and of a cache that receives its changes before the caller does. */
const EMBEDDED_ONLY = [
  'server/{response-cache,cache-invalidation}.test.ts',
  'tests/start.test.ts',
  'tests/faults/full-disk.test.ts',
  'scripts/database/backup.test.ts',
]

/** Tests of pages that load their code for the first time, each in a new process. */
const FRESH_PAGE = ['web/layout/fallbacks.test.tsx', 'web/platform/report-error.test.ts']

const embedded = {
  ...shared,
  execArgv: UNOPTIMIZED_WASM,
  globalSetup: [...shared.globalSetup, 'tests/support/embedded-setup.ts'],
  provide: { engine: 'embedded' as const },
}

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
            'scripts/*.test.ts',
            'tests/*.test.ts',
            'tests/{support,races,faults}/*.test.ts',
          ],
          exclude: ['tests/architecture.test.ts', ...EMBEDDED_ONLY],
        },
      },
      // In separate processes: the shop forbids the image library to read the files that the sandbox draws its pictures from.
      { test: { ...shared, globalSetup: [], name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      { test: { ...embedded, name: 'embedded', include: [...ON_BOTH_ENGINES, ...EMBEDDED_ONLY] } },
      { test: { ...embedded, name: 'embedded-long', include: ON_BOTH_ENGINES_LONG } },
      {
        plugins: [react()],
        test: { ...web, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: FRESH_PAGE },
      },
      { plugins: [react()], test: { ...web, name: 'fresh-page', include: FRESH_PAGE, isolate: true } },
    ],
  },
})
