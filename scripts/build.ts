import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder, minifySync } from 'vite'
import { hashSources, type Part, stampParts } from './build-stamp.mjs'
import { brokenBudgets } from './page-budgets.ts'

/** Vite's environments for each part. */
const ENVIRONMENTS: Record<Part, string> = { client: 'client', server: 'ssr' }
const CLIENT = join(import.meta.dirname, '../dist/client')

/**
 * Builds the browser bundle and the server, or only the named parts. Fails if a page is over its budget, unless
 * `--any-weight` is given.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'any-weight': { type: 'boolean', default: false } },
})
const parts = (['client', 'server'] as const).filter(
  (part) => positionals.length === 0 || positionals.includes(part),
)

const hashes = await hashSources()
await stampParts(Object.fromEntries(parts.map((part) => [part, ''])))
const builder = await createBuilder({ logLevel: 'warn' })
for (const part of parts) {
  const environment = builder.environments[ENVIRONMENTS[part]]
  if (!environment) throw new Error(`vite.config.ts has no environment for the ${part}`)
  await builder.build(environment)
}
if (parts.includes('client')) {
  compressAssets(join(CLIENT, 'assets'))
  const broken = brokenBudgets(CLIENT)
  for (const sentence of broken) console.error(`Over budget (docs/performance.md): ${sentence}`)
  if (broken.length > 0 && !values['any-weight']) process.exit(1)
}
await stampParts(Object.fromEntries(parts.map((part) => [part, hashes[part]])))

/** Compresses the bundle once at the highest level. */
function compressAssets(assets: string) {
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
}
