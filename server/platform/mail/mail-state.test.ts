import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { mailState } from './mail-state.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

describe('the sender’s DNS record', () => {
  const config = {
    smtpUrl: 'smtp://shop:secret@mail.example',
    mailFrom: 'Plinth <a@news.shop.example>',
    demo: false,
  }
  const state = (records: Record<string, string[][] | string>) =>
    mailState(shop.shop.db, config, async (name) => {
      const found = records[name] ?? 'ENOTFOUND'
      if (typeof found === 'string') throw Object.assign(new Error(found), { code: found })
      return found
    })

  test('is found, even if it is split into parts or belongs to the parent domain', async () => {
    const { dns, ...rest } = await state({
      'news.shop.example': [['google-site-verification=1'], ['v=spf1 include:', 'mail.example -all']],
      '_dmarc.shop.example': [['v=DMARC1; p=reject']],
    })
    expect(dns).toEqual({
      spf: { state: 'found', text: 'v=spf1 include:mail.example -all' },
      dmarc: { state: 'found', text: 'v=DMARC1; p=reject' },
    })
    expect(rest).toMatchObject({ domain: 'news.shop.example', server: 'mail.example:587', tls: 'required' })
  })

  test('is reported as missing, or as unknown if DNS times out', async () => {
    expect(
      (await state({ 'news.shop.example': [['v=spf2']], '_dmarc.news.shop.example': 'ETIMEOUT' })).dns,
    ).toEqual({
      spf: { state: 'missing', text: null },
      dmarc: { state: 'unknown', text: null },
    })
  })
})
