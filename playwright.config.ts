import { defineConfig } from '@playwright/test'
import { chromiumForTests } from './tests/support/browser.ts'

const { version, executablePath, args, env } = await chromiumForTests()
// Every worker reads this file, too.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Journeys run in ${version}, ${executablePath}\n`)

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'tests/e2e' },
    { name: 'screens', testDir: 'tests/screens' },
    // One browser, because the validators use the processors, too.
    { name: 'pages', testDir: 'tests/pages', workers: 1 },
  ],
  globalSetup: './tests/support/journey-setup.ts',
  // Ends a test that hangs. A journey through many pages takes minutes on a busy machine.
  timeout: 240_000,
  // Maximum time for one expectation on a slow machine. A test continues as soon as it is met.
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // As long as an expectation may take.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tracing takes a third of a journey's time. `--trace retain-on-failure` records failed tests.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env },
  },
})
