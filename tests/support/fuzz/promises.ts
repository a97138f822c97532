import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { ErrorBody } from '#contract/errors.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { listStockProblems } from '../../../server/stock/queries.ts'
import type { TestShop } from '../shop.ts'
import { MARK } from './hostile.ts'
import type { Shot } from './requests.ts'
import type { WireAnswer } from './wire.ts'

/** Text that would reveal to an attacker how the shop is built. */
const INSIDES = /node_modules|\.ts:\d+|\bat async |pg_catalog|syntax error at or near|invalid input syntax/

/**
 * Checks what must be true of every response.
 * @returns the violations, as sentences
 */
export function brokenPromises(shot: Shot, response: WireAnswer): string[] {
  const { status, headers } = response
  const body = decoded(response)
  const text = body.toString('latin1')
  const type = String(headers['content-type'] ?? '')
  const isApi = shot.path.startsWith('/api/') && !shot.path.startsWith('/api/docs')
  const broken: string[] = []
  if (status >= 500) broken.push(`answers ${status}: ${text.slice(0, 300)}`)
  if (isApi && status >= 400 && shot.method !== 'HEAD' && !hasErrorShape(shot, type, body)) {
    broken.push(`${status} is not in the error shape: ${type} ${text.slice(0, 300)}`)
  }
  if (type.startsWith('text/html') && text.includes(MARK)) broken.push('markup is shown unescaped')
  if (headers['x-content-type-options'] !== 'nosniff') broken.push('a browser may guess its type')
  if (headers['access-control-allow-origin'] !== undefined) broken.push('other sites may read it')
  if (type.startsWith('text/html') && !headers['content-security-policy'])
    broken.push('has no content policy')
  if (INSIDES.test(text)) broken.push(`exposes internals: ${INSIDES.exec(text)?.[0]}`)
  if (leadsAway(headers.location)) broken.push(`leads away to ${String(headers.location)}`)
  if (type.startsWith('text/csv') && hasFormula(body.toString())) broken.push('has a formula in a cell')
  return broken
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

/** Decompresses a body as a browser does. Long errors are compressed, too. */
function decoded({ headers, body }: WireAnswer): Buffer {
  const decode = DECODERS[String(headers['content-encoding'] ?? '')]
  return decode && body.length > 0 ? decode(body) : body
}

function hasErrorShape({ method, path }: Shot, type: string, body: Buffer): boolean {
  if (!type.startsWith('application/json')) return false
  const parsed: unknown = JSON.parse(body.toString())
  // The one endpoint whose errors are {error} (spec section 7).
  const isGoogle = method === 'POST' && path.startsWith('/api/google-auth')
  if (isGoogle) return typeof (parsed as { error?: unknown }).error === 'string'
  return ErrorBody.safeParse(parsed).success
}

/** Returns true if a redirect leads to a host other than the shop or the test's identity provider. */
function leadsAway(location: string | string[] | undefined): boolean {
  if (location === undefined) return false
  const target = new URL(String(location), 'http://shop.invalid')
  return !['shop.invalid', '127.0.0.1', 'localhost'].includes(target.hostname)
}

/** Returns true if a spreadsheet would run one of the cells as a formula. */
function hasFormula(csv: string): boolean {
  const rows = parse(csv, { bom: true }) as string[][]
  return rows
    .flat()
    .flatMap((cell) => cell.split(/[;\p{Cc}\p{Zl}\p{Zp}]/u))
    .some((part) => /^\s*[=+\-@]/.test(part) && !/^-\d+(\.\d+)?$/.test(part))
}

/** Checks the invariants of the shop. @returns the broken ones, as sentences */
export async function brokenInvariants({ shop: { db } }: TestShop): Promise<string[]> {
  const broken: string[] = []
  for (const problem of await listStockProblems(db)) {
    broken.push(`stock and journal disagree: ${JSON.stringify(problem)}`)
  }
  broken.push(...(await brokenVariants(db)))
  const withoutItems = await db
    .selectFrom('orders')
    .select('orders.id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('order_items').select('id').whereRef('order_id', '=', 'orders.id'))),
    )
    .execute()
  for (const { id } of withoutItems) broken.push(`order ${id} has no items`)
  const { admins } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('blocked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (admins === 0) broken.push('no admin is left')
  const scripts = await db
    .selectFrom('products')
    .select('id')
    .where(({ or, eb }) =>
      or(['<script', '<iframe', 'onerror=', MARK].map((bad) => eb('description', 'ilike', `%${bad}%`))),
    )
    .execute()
  for (const { id } of scripts) broken.push(`the description of product ${id} has a script`)
  if (({} as Record<string, unknown>).role !== undefined) broken.push('all objects have a role now')
  return broken
}

/**
 * Checks that each product shows the prices of its cheapest active variant in stock (or of the cheapest one, if none is
 * in stock), and that order items have variants of their products.
 */
async function brokenVariants(db: Db): Promise<string[]> {
  const { rows: products } = await sql<{ id: number }>`
    select products.id from products left join lateral (
      select variants.price_cents, variants.old_price_cents
      from variants left join stock on stock.variant_id = variants.id
      where variants.product_id = products.id and archived_at is null
        and (products.options <> '[]' or variants.id = products.id)
      order by variants.in_stock and coalesce(available, 1) > 0 desc, variants.price_cents, position, variants.id limit 1
    ) as shown on true
    where (products.price_cents, products.old_price_cents) is distinct from (shown.price_cents, shown.old_price_cents)
      or (select count(*) from variants where product_id = products.id and archived_at is null) <> 1 and options = '[]'
    order by 1`.execute(db)
  const { rows: items } = await sql<{ id: number }>`
    select order_items.id from order_items join variants on variants.id = variant_id
    where variants.product_id <> order_items.product_id`.execute(db)
  return [
    ...products.map(({ id }) => `product ${id} doesn't show the prices of its variants`),
    ...items.map(({ id }) => `order item ${id} has a variant of another product`),
  ]
}
