import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CsvImportLine } from '#contract/product-csv.ts'
import { ADMIN } from './support/config.ts'
import { type ShopProcess, startShopProcess } from './support/shop-process.ts'

const LINES = 10_000
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-killed-'))
let shop: ShopProcess | undefined
afterAll(async () => {
  await shop?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an import of 10,000 lines that is killed half-way leaves nothing; asked for again, it does all of it', async () => {
  shop = await startShopProcess({ ...ADMIN, DATA_DIR: dataDir })
  const before = await count(shop)
  await expect(
    runImport(shop, async (line) => {
      if (line.kind === 'progress' && line.step === 'writing' && line.done >= LINES / 2) await shop?.kill()
    }),
  ).rejects.toThrow()

  shop = await startShopProcess({ ...ADMIN, DATA_DIR: dataDir })
  expect(await count(shop)).toEqual(before)
  const steps = new Set<string>()
  const last = await runImport(shop, async (line) => {
    if (line.kind === 'progress') steps.add(line.step)
  })
  expect(last).toMatchObject({ kind: 'report', created: LINES, errorCount: 0 })
  expect([...steps]).toEqual(['checking', 'writing', 'indexing'])
  expect((await count(shop)).products).toBe(before.products + LINES)
}, 180_000)

function aFile(): string {
  const header = 'name,slug,description,price,category,images'
  const lines = Array.from(
    { length: LINES },
    (_, number) =>
      `Peg ${number},peg-${number},<p>Turned from ash; number ${number}.</p>,4.50,organization,https://pictures.example/${number}.jpg`,
  )
  return [header, ...lines].join('\n')
}

/** Sends the file and gives each line of the answer to `hear`. @returns the last one */
async function runImport({ url }: ShopProcess, hear: (line: CsvImportLine) => Promise<void>) {
  const answer = await fetch(`${url}/api/admin/products/import?dryRun=false`, {
    method: 'POST',
    headers: { ...(await asAdmin(url)), 'content-type': 'application/octet-stream' },
    body: aFile(),
  })
  let rest = ''
  let last: CsvImportLine | undefined
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      last = JSON.parse(text) as CsvImportLine
      await hear(last)
    }
  }
  return last
}

/** Everything that an import writes. */
async function count({ url }: ShopProcess) {
  const headers = await asAdmin(url)
  const total = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers })
    return Number(answer.headers.get('x-total-count'))
  }
  return {
    products: await total('/api/admin/products?status=all'),
    changes: await total('/api/admin/audit'),
    found: await total('/api/products?search=ash&page=1'),
  }
}

let headers: { authorization: string } | null = null
/** A sign-in outlives the shop's process: one is enough. */
async function asAdmin(url: string) {
  headers ??= await signIn(url)
  return headers
}

async function signIn(url: string) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}
