import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NO_BRAND } from '#contract/looks/brand.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { changeSettings } from '../settings/settings.ts'

const REAL = {
  PLINTH_DEMO: 'off',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'a key of at least thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}

const TO_AUSTRIA = [
  {
    name: 'Austria',
    countries: ['AT'],
    regions: [],
    postalCodes: [],
    methods: [
      {
        id: 'post',
        kind: 'flat' as const,
        name: 'Post',
        rateCents: 500,
        freeFromCents: null,
        bands: [],
        days: null,
      },
    ],
  },
]

test('in a fresh demo, nothing that a shop needs before it opens is there', async () => {
  const shop = await openTestShop()
  const admin = await fixtures.anAdmin(shop)
  const { isMet, demoProducts } = await admin.call('GET /api/admin/going-live')
  expect(Object.values(isMet).filter(Boolean)).toEqual([])
  expect(demoProducts).toBe(10)
})

test('emails, webhooks, and refunds of the demo prove nothing', async () => {
  const shop = await openTestShop({ webhooks: true })
  const admin = await fixtures.anAdmin(shop)
  const order = await buying.aPaidOrder(shop, shop.visitor(), [await fixtures.aProduct(shop)])
  await shop.runJobs()
  await sql`update refunds set status = 'succeeded' where order_id = ${order.orderId}`.execute(shop.shop.db)
  const { isMet } = await admin.call('GET /api/admin/going-live')
  expect(isMet).toMatchObject({ email: false, webhook: false, purchase: false, payments: false })
})

test('a real shop meets a requirement as soon as the shop can see it, and no longer than that', async () => {
  const shop = await openTestShop({ environment: REAL })
  const { db } = shop.shop
  const admin = await fixtures.anAdmin(shop)
  const met = async () => {
    const { isMet } = await admin.call('GET /api/admin/going-live')
    return Object.entries(isMet).flatMap(([name, isIt]) => (isIt ? [name] : []))
  }
  await admin.call('POST /api/admin/demo-products/remove')
  expect(await met()).toEqual(['address'])
  const { id } = await fixtures.aProduct(shop)
  expect(await met()).toEqual(['products', 'address'])
  await sql`update products set archived_at = now() where id = ${id}`.execute(db)
  await sql`insert into backups (made_at) values (now() - interval '31 days')`.execute(db)
  expect(await met()).toEqual(['address'])
  await sql`insert into backups default values`.execute(db)
  await changeSettings(db, { zones: [] })
  await sql`insert into webhook_events (id, type, object) values ('evt_1', 'payment_intent.canceled', '{}')`.execute(
    db,
  )
  expect(await met()).toEqual(['places', 'address', 'webhook', 'backup'])
})

test('a shop has its own look and legal pages once the owner made them, with imprint and withdrawal in the EU', async () => {
  const shop = await openTestShop()
  const admin = await fixtures.anAdmin(shop)
  const met = async () => {
    const { look, legal } = (await admin.call('GET /api/admin/going-live')).isMet
    return { look, legal }
  }
  const publish = async (name: string, isPublished = true) => {
    const { version } = await admin.call('GET /api/admin/pages/:name', { name })
    const texts = { title: name, html: '<p>Text.</p>', searchTitle: '', searchDescription: '' }
    await admin.call('PUT /api/admin/pages/:name', { name, version, isPublished, ...texts })
  }
  await publish('privacy-policy')
  expect(await met()).toEqual({ look: false, legal: false })
  await publish('terms-conditions')
  await admin.call('PATCH /api/admin/settings', {
    brand: { ...NO_BRAND, tagline: 'Teas from four gardens.' },
  })
  expect(await met()).toEqual({ look: true, legal: true })

  await changeSettings(shop.shop.db, { zones: TO_AUSTRIA })
  await publish('imprint')
  await publish('withdrawal-policy', false)
  expect(await met()).toMatchObject({ legal: false })
  await publish('withdrawal-policy')
  expect(await met()).toMatchObject({ legal: true })
})

test('the demo products are deleted in one step, except ordered ones, which are archived, and renamed ones, which stay', async () => {
  const shop = await openTestShop({ webhooks: true })
  const admin = await fixtures.anAdmin(shop)
  const find = (slugOrId: string) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId })
  const sold = await find('felt-desk-mat')
  await buying.aPaidOrder(shop, shop.visitor(), [sold])
  const renamed = await find('cable-dock')
  await admin.call('PATCH /api/admin/products/:id', { id: renamed.id, name: 'Our Cable Dock' })
  expect(await admin.call('POST /api/admin/demo-products/remove')).toEqual({
    deleted: 8,
    archived: 1,
    deletedCategories: 0,
  })
  const listed = await shop.visitor().call('GET /api/products')
  expect(listed.map(({ name }) => name)).toEqual(['Our Cable Dock'])
  expect(await admin.call('GET /api/admin/products/:id', { id: sold.id })).toMatchObject({ isArchived: true })
  expect(await admin.call('GET /api/admin/going-live')).toMatchObject({
    isMet: { products: true },
    demoProducts: 0,
  })
  expect(await admin.call('POST /api/admin/demo-products/remove')).toEqual({
    deleted: 0,
    archived: 0,
    deletedCategories: 0,
  })
})

test('removing the demo products also removes the demo categories that this empties, but no renamed or used ones', async () => {
  const shop = await openTestShop({ webhooks: true })
  const admin = await fixtures.anAdmin(shop)
  const categories = await shop.visitor().call('GET /api/categories')
  const idOf = (slug: string) => categories.find((one) => one.slug === slug)?.id ?? 0
  const names = () =>
    admin.call('GET /api/admin/categories').then((all) => all.map(({ name }) => name).sort())
  expect(categories).toHaveLength(5)
  const [renamed, used, sold] = categories.map(({ slug }) => slug)
  await admin.call('PATCH /api/admin/categories/:id', { id: idOf(renamed ?? ''), name: 'Teas' })
  await fixtures.aProduct(shop, { categoryId: idOf(used ?? '') })
  const [product] = await shop.visitor().call('GET /api/products', { categoryId: idOf(sold ?? '') })
  if (!product) throw new Error('The category has no product')
  await buying.aPaidOrder(shop, shop.visitor(), [product])
  const empty = categories.slice(3).map(({ name }) => name)
  expect((await admin.call('GET /api/admin/going-live')).demoCategories.sort()).toEqual(empty.sort())
  const removed = await admin.call('POST /api/admin/demo-products/remove', { categories: true })
  expect(removed).toEqual({ deleted: 9, archived: 1, deletedCategories: 2 })
  expect(await names()).toEqual(['Teas', ...categories.slice(1, 3).map(({ name }) => name)].sort())
  expect(await admin.call('GET /api/admin/audit', { kind: 'category' })).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'category.deleted' })]),
  )
})
