import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { inTransaction } from '../db/database.ts'
import { postLetter } from './outbox.ts'

type Mail = { messageId: string; to: string[]; subject: string; text: string; html: string }

let shop: TestShop
const letter = { to: 'ada@example.com', subject: 'Hello', text: 'A letter', html: '<p>A letter</p>' }
const mails = async () => (await (await fetch(`${shop.sandboxUrl}/sandbox/api/mails`)).json()) as Mail[]

beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await fetch(`${shop.sandboxUrl}/sandbox/api/mails`, { method: 'DELETE' })
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

describe('a letter', () => {
  test('arrives by SMTP once its transaction is committed', async () => {
    await inTransaction(shop.shop.db, (db) => postLetter(db, letter))
    expect(await shop.runJobs()).toBe(1)
    const [mail] = await mails()
    expect(mail).toMatchObject({ subject: 'Hello', html: expect.stringContaining('A letter') })
    expect(JSON.stringify(mail?.to)).toContain('ada@example.com')
  })

  test('is never sent when its transaction is rolled back', async () => {
    await inTransaction(shop.shop.db, async (db) => {
      await postLetter(db, letter)
      throw new Error('no')
    }).catch(() => undefined)
    expect(await shop.runJobs()).toBe(0)
    expect(await mails()).toEqual([])
  })

  test('is written once for one reason', async () => {
    await postLetter(shop.shop.db, letter, 'order-1-placed')
    await postLetter(shop.shop.db, letter, 'order-1-placed')
    await shop.runJobs()
    expect(await mails()).toHaveLength(1)
  })

  test('waits while the mail server is down, and then arrives', async () => {
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults/mail/down`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({}),
    })
    await postLetter(shop.shop.db, letter)
    await shop.runJobs()
    expect(await mails()).toEqual([])
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await expect
      .poll(async () => (await shop.runJobs()) && (await mails()).length, { timeout: 15_000 })
      .toBe(1)
  })
})
