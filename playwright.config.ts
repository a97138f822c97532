import { defineConfig } from '@playwright/test'
import { chromiumForTests } from './tests/support/browser.ts'

const { version, executablePath, args, env } = await chromiumForTests()
// Every worker reads this file, too.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Journeys run in ${version}, ${executablePath}\n`)

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'tests/e2e' },
    { name: 'screens', testDir: 'tests/screens' },
  ],
  globalSetup: './tests/support/journey-setup.ts',
  // So that what hangs ends. A journey through many pages takes minutes on a busy machine.
  timeout: 240_000,
  // The most that a slow machine may need for one thing; nothing waits longer than it must.
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // A click waits no longer than an assertion does.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs a third of the time of every journey; `--trace retain-on-failure` records one of what failed.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env },
  },
})
