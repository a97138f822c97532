import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { ApiError } from '../../web/platform/api.ts'
import { openSecretBox } from '../platform/secret-box.ts'
import { findAccess } from './access.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
  await store.stockWith(1)
})

const API_KEY = 'plinth-demo-key'
const API_SECRET = 'plinth-demo-api-secret'
const sync = () => admin.call('GET /api/sync-all')
const enter = (input: object) =>
  admin.call('PUT /api/admin/sync-connection', { storeUrl: shop.sandboxUrl, apiKey: API_KEY, ...input })
const rejection = (input: object) =>
  enter(input).then(
    () => null,
    (error: ApiError) => ({ status: error.status, path: error.errors[0]?.path, says: error.serverMessage }),
  )
const row = () => shop.shop.db.selectFrom('sync_connection').selectAll().executeTakeFirstOrThrow()

describe('the platform connection', () => {
  test('of a demo is the sandbox’s, without entered credentials', async () => {
    expect(await admin.call('GET /api/admin/sync-connection')).toEqual({
      source: 'sandbox',
      storeUrl: shop.sandboxUrl,
      apiKey: API_KEY,
      hasAccessToken: true,
      hasApiSecret: true,
      scheduleMinutes: null,
      webhooks: null,
      sandboxUrl: shop.sandboxUrl,
    })
  })

  test('stores the credentials encrypted, and never shows them again', async () => {
    const shown = await enter({ accessToken: 'shpat_wrong_token', apiSecret: null })
    expect(shown).toMatchObject({ source: 'entered', hasAccessToken: true, hasApiSecret: false })
    expect(JSON.stringify(shown)).not.toContain('shpat_wrong_token')
    const { access_token, api_secret } = await row()
    expect(access_token).toMatch(/^v1\./)
    expect(access_token).not.toContain('shpat')
    expect(api_secret).toBeNull()
    const log = await admin.call('GET /api/admin/audit', { kind: 'sync' })
    expect(log[0]).toMatchObject({ action: 'sync.connected' })
    expect(JSON.stringify(log)).not.toContain('shpat_wrong_token')
  })

  test('with a wrong token is rejected with 401', async () => {
    expect(await sync()).toMatchObject({ success: false, error: expect.stringMatching(/^401/) })
  })

  test('keeps a secret that is omitted', async () => {
    await enter({ accessToken: 'shpat_plinth_sandbox' })
    await enter({})
    expect(await sync()).toMatchObject({ success: true })
  })

  test('can’t be changed to a server that is not the platform', async () => {
    for (const storeUrl of [
      'http://169.254.169.254/latest/meta-data',
      'https://localhost:5432',
      'https://evil.example/?x=.myshopify.com',
      'https://store.myshopify.com.evil.example',
      `${shop.sandboxUrl}.evil.example`,
      'https://real-store.myshopify.com',
    ]) {
      expect(await rejection({ storeUrl }), storeUrl).toMatchObject({ status: 400, path: 'storeUrl' })
    }
  })

  test('requires a token or a secret', async () => {
    expect(await rejection({ accessToken: null, apiSecret: '' })).toMatchObject({
      status: 400,
      path: 'accessToken',
    })
  })

  test('can be deleted, and then the default applies again', async () => {
    await enter({ accessToken: 'shpat_wrong_token' })
    const shown = await admin.call('DELETE /api/admin/sync-connection')
    expect(shown).toMatchObject({ source: 'sandbox' })
    expect(await row()).toMatchObject({ access_token: null, api_secret: null, store_url: null })
    expect(await sync()).toMatchObject({ success: true })
  })
})

describe('the client-credentials grant', () => {
  test('stores its token encrypted for all nodes, and reuses it', async () => {
    await enter({ accessToken: null, apiSecret: API_SECRET })
    expect(await sync()).toMatchObject({ success: true })
    const first = await row()
    expect(first.granted_token).toMatch(/^v1\./)
    expect(await sync()).toMatchObject({ success: true })
    expect((await row()).granted_token).toBe(first.granted_token)
  })

  test('renews its token before it expires', async () => {
    const before = await row()
    await shop.shop.db
      .updateTable('sync_connection')
      .set({ granted_until: new Date(Date.now() + 60_000) })
      .execute()
    expect(await sync()).toMatchObject({ success: true })
    expect((await row()).granted_token).not.toBe(before.granted_token)
  })

  test('requests another token if the platform rejects the current one', async () => {
    const before = await row()
    await store.fail('unauthorized', { count: 1 })
    expect(await sync()).toMatchObject({ success: true })
    expect((await row()).granted_token).not.toBe(before.granted_token)
  })

  test('with a wrong secret is rejected with 401', async () => {
    await enter({ accessToken: null, apiSecret: 'not the secret' })
    expect(await sync()).toMatchObject({ success: false, error: expect.stringMatching(/^401/) })
  })
})

describe('a new SECRET_KEY', () => {
  test('decrypts with the previous key and re-encrypts', async () => {
    const { db, config } = shop.shop
    const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]
    const [before, during, after] = [openSecretBox(old), openSecretBox(next, old), openSecretBox(next)]
    const sealed = before.encrypt('shpat_kept', 'sync.accessToken')
    await db.updateTable('sync_connection').set({ access_token: sealed, api_secret: null }).execute()
    expect((await findAccess({ db, config, secrets: during }))?.accessToken).toBe('shpat_kept')
    expect((await findAccess({ db, config, secrets: after }))?.accessToken).toBe('shpat_kept')
    expect((await findAccess({ db, config, secrets: before }))?.accessToken).toBeNull()
  })
})

describe('a shop without a platform', () => {
  test('reports that the sync is not configured', async () => {
    const { config } = shop.shop
    const access = config.shopify.access
    config.shopify.access = null
    await admin.call('DELETE /api/admin/sync-connection')
    expect(await admin.call('GET /api/admin/sync-connection')).toMatchObject({ source: null })
    expect(await sync()).toEqual({
      success: false,
      message: 'Platform sync is not configured properly',
      error: 'not configured',
    })
    const run = admin.call('POST /api/admin/sync-runs')
    await expect(run).rejects.toMatchObject({ status: 409 })
    config.shopify.access = access
  })
})
