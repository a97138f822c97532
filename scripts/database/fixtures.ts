import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { openDatabase } from '../../server/platform/db/database.ts'
import { aCustomer, anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { COMPILED } from '../../tests/support/shop-process.ts'
import { contentsOf, type TableContents } from './contents.ts'

/** Runs a script in a temporary folder, with only these settings. */
export async function runScript(name: string, args: string[], environment: Record<string, string>) {
  const { PATH = '' } = process.env
  const script = join(import.meta.dirname, '..', `${name}.ts`)
  const env = { PATH, LOG_LEVEL: 'silent', ...environment }
  return promisify(execFile)(process.execPath, [COMPILED, script, ...args], {
    env,
    cwd: tmpdir(),
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

/** Fills a shop with records of every kind: users, orders, payments, pictures, and pending emails and jobs. */
export async function fillShop(where: {
  dataDir?: string
  databaseUrl?: string
}): Promise<{ orderId: string }> {
  const shop = await openTestShop({ ...where, webhooks: true })
  const customer = await aCustomer(shop, { fullName: 'Søren “Ørsted” \\ 机' })
  const { orderId } = await aPaidOrder(shop, customer, [
    await aProduct(shop, { stockQuantity: 3, description: '<p>Søren \\\\n “Ørsted”</p>\n<p>机\t1</p>' }),
  ])
  await uploadPicture(shop)
  // The email and its job stay pending.
  await shop.visitor().call('POST /api/newsletter', { email: 'reader@example.com' })
  await shop.close()
  return { orderId }
}

async function uploadPicture(shop: TestShop) {
  const admin = await anAdmin(shop)
  const file = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a45a2a' } })
    .png()
    .toBuffer()
  await admin.call('POST /api/admin/images', { name: 'clay.png', file })
  await admin.call('PATCH /api/admin/settings', { holdMinutes: 31 })
}

export async function contentsAt(where: {
  dataDir?: string
  databaseUrl?: string
}): Promise<TableContents[]> {
  const { databaseUrl = null, dataDir = '' } = where
  const { db, close } = await openDatabase({ databaseUrl, dataDir })
  return contentsOf(db).finally(close)
}
