import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder, minifySync } from 'vite'
import { brokenBudgets } from './page-budgets.ts'

/**
 * Builds the browser bundle and the render handler, and compresses the bundle once at the highest level. Fails if a page is
 * over its budget, unless `--any-weight` is given.
 */
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()

const assets = join(import.meta.dirname, '../dist/client/assets')
for (const file of readdirSync(assets)) {
  if (!/\.(js|css|svg|json)$/.test(file)) continue
  const path = join(assets, file)
  // The bundler only copies this file, because it isn't a module.
  if (file.startsWith('before-paint'))
    writeFileSync(path, minifySync(file, readFileSync(path, 'utf8'), { module: false }).code)
  const content = readFileSync(path)
  if (content.length < 256) continue
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  )
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}

const broken = brokenBudgets(join(import.meta.dirname, '../dist/client'))
for (const sentence of broken) console.error(`Over budget (docs/performance.md): ${sentence}`)
if (broken.length > 0 && !process.argv.includes('--any-weight')) process.exitCode = 1
