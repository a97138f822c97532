import { expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const keysOf = (mode: 'test' | 'live') => ({
  secretKey: `sk_${mode}_plinth_sandbox`,
  publishableKey: `pk_${mode}_plinth_sandbox`,
  webhookSecret: 'whsec_plinth_sandbox',
})
const HTTPS = { PUBLIC_URL: 'https://localhost:3000' }

test('a demo rejects live keys, because its orders would count as real later (decision 90)', async () => {
  const owner = await fixtures.anAdmin(await openTestShop({ environment: HTTPS }))
  await expect(owner.call('PUT /api/admin/payment-provider/keys', keysOf('live'))).rejects.toMatchObject({
    status: 400,
    serverMessage: 'The demo accepts only the sandbox’s keys for tests.',
  })
  expect((await owner.call('GET /api/admin/payment-provider')).keys.source).toBe('sandbox')
})

test('live keys are tried, and only payments from then on are real', async () => {
  const shop = await openTestShop({
    environment: { ...HTTPS, PLINTH_DEMO: 'off', SMTP_URL: 'smtp://127.0.0.1:9' },
    stripeInSandbox: true,
  })
  const owner = await fixtures.anAdmin(shop)
  await owner.call('POST /api/auth/proof', { password: owner.password })
  const enter = (keys: ReturnType<typeof keysOf>) => owner.call('PUT /api/admin/payment-provider/keys', keys)
  expect(await enter(keysOf('test'))).toMatchObject({ mode: 'test' })
  const testId = await checkOut(shop)
  const ofOthers = { ...keysOf('live'), secretKey: 'sk_live_of_others' }
  await expect(enter(ofOthers)).rejects.toMatchObject({ status: 400, errors: [{ path: 'secretKey' }] })
  expect(await enter(keysOf('live'))).toMatchObject({ mode: 'live', problem: null })
  const realId = await checkOut(shop)
  for (const [orderId, isLive] of [
    [testId, false],
    [realId, true],
  ] as const)
    expect((await owner.call('GET /api/admin/orders/:orderId', { orderId })).payment).toMatchObject({
      isLive,
    })
})

async function checkOut(shop: TestShop): Promise<string> {
  const { orderId } = await buying.checkOutWith(shop.visitor(), [await fixtures.aProduct(shop)])
  return orderId
}
