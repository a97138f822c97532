import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['tests/support/file-setup.ts'],
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'walls', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'slices',
          include: [
            '{contract,server,sandbox,scripts}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/support/*.test.ts',
          ],
          exclude: ['tests/architecture.test.ts'],
          globalSetup: ['tests/support/snapshot-setup.ts'],
          maxWorkers: 2,
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: './tests/support/web-environment.ts',
          globalSetup: ['tests/support/snapshot-setup.ts'],
          setupFiles: [...shared.setupFiles, 'tests/support/web-setup.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'races',
          include: ['tests/{races,faults}/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
