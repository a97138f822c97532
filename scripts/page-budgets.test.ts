import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUDGETS, brokenBudgets } from './page-budgets.ts'

/** Writes a build whose home page loads an incompressible file of this size, and a chunk imported by it. */
function aBuild(bytes: number) {
  const client = mkdtempSync(join(tmpdir(), 'plinth-budgets-'))
  const manifest = {
    'web/entry-client.tsx': { file: 'entry.js', imports: ['_shared.js'], css: ['entry.css'] },
    '_shared.js': { file: 'shared.js', imports: ['web/entry-client.tsx'] },
    'web/routes/product.tsx': { file: 'product.js', imports: ['_shared.js'] },
  }
  mkdirSync(join(client, '.vite'))
  writeFileSync(join(client, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const [name, size] of Object.entries({
    'entry.js': bytes,
    'shared.js': 10,
    'product.js': 10,
    'entry.css': 10,
  }))
    writeFileSync(join(client, name), randomBytes(size))
  return client
}

test('a build with small pages exceeds no budget', () => {
  expect(brokenBudgets(aBuild(1000))).toEqual([])
})

test('a page over its budget is reported with its size, including imports', () => {
  const { script } = BUDGETS['/']
  const [line, ...others] = brokenBudgets(aBuild(script - 10))
  expect(line).toMatch(/^\/: \d+ bytes of scripts, maximum \d+$/)
  expect(line).toContain(`maximum ${script}`)
  expect(others).toEqual([])
})
