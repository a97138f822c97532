import { expect } from 'vitest'
import type { CsvImportLine } from '#contract/catalog/product-csv.ts'
import { afterFile } from './after-file.ts'
import { ADMIN } from './config.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

/**
 * Checks that an import killed halfway writes nothing, and imports everything when retried.
 * @param database settings of a migrated and seeded database
 */
export async function killAnImport(lines: number, database: Record<string, string>): Promise<void> {
  // An import needs no sandbox.
  const SANDBOX_URL = 'http://127.0.0.1:9'
  const environment = { ...ADMIN, ...database, LOG_LEVEL: 'warn', SANDBOX_URL }
  const file = aFile(lines)
  let shop = await startShopProcess(environment)
  afterFile(() => shop.stop())
  // The session survives a restart of the shop.
  const headers = await signIn(shop.url)
  const before = await count(shop, headers)
  await expect(
    runImport(shop, headers, file, async (line) => {
      if (line.kind === 'progress' && line.step === 'writing' && line.done >= lines / 2) await shop.kill()
    }),
  ).rejects.toThrow()

  shop = await startShopProcess(environment)
  expect(await count(shop, headers)).toEqual(before)
  const steps = new Set<string>()
  const last = await runImport(shop, headers, file, async (line) => {
    if (line.kind === 'progress') steps.add(line.step)
  })
  expect(last).toMatchObject({ kind: 'report', created: lines, errorCount: 0 })
  expect([...steps]).toEqual(['checking', 'writing', 'indexing'])
  expect((await count(shop, headers)).products).toBe(before.products + lines)
}

function aFile(count: number): string {
  const header = 'name,slug,description,price,category,images'
  const lines = Array.from(
    { length: count },
    (_, number) =>
      `Peg ${number},peg-${number},<p>Turned from ash; number ${number}.</p>,4.50,organization,https://pictures.example/${number}.jpg`,
  )
  return [header, ...lines].join('\n')
}

/** Sends the file and passes each line of the response to `onLine`. @returns the last one */
async function runImport(
  { url }: ShopProcess,
  headers: Credentials,
  body: string,
  onLine: (line: CsvImportLine) => Promise<void>,
) {
  const response = await fetch(`${url}/api/admin/products/import?dryRun=false`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body,
  })
  let rest = ''
  let last: CsvImportLine | undefined
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      last = JSON.parse(text) as CsvImportLine
      await onLine(last)
    }
  }
  return last
}

/** Returns everything that an import writes. */
async function count({ url }: ShopProcess, headers: Credentials) {
  const total = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    return Number(response.headers.get('x-total-count'))
  }
  return {
    products: await total('/api/admin/products?status=all'),
    changes: await total('/api/admin/audit'),
    found: await total('/api/products?search=ash&page=1'),
  }
}

type Credentials = { authorization: string }

async function signIn(url: string): Promise<Credentials> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  })
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}
