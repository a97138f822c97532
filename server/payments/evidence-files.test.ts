import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { EVIDENCE_MESSAGES } from '#contract/orders/evidence-files.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { now, turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { queueRemindersJob } from './dispute-reminders.ts'

const OWNER = 'hello@plinth.example'
const DAY_MS = 86_400_000
const PDF = '%PDF-1.7\n'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(() => turnClock(0))

async function aDispute() {
  const product = await aProduct(shop, { priceCents: 4500, stockQuantity: 5 })
  const { orderId, clientSecret } = await buying.checkOutWith(shop.visitor(), [product])
  await buying.payByCard(shop, { clientSecret }, '4000000000000259')
  return vi.waitFor(
    async () => {
      await shop.runJobs()
      const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
      const [dispute] = payment?.disputes ?? []
      if (!dispute) throw new Error('The dispute has not arrived yet')
      return { orderId, id: dispute.id, dueBy: new Date(dispute.dueBy ?? '') }
    },
    { timeout: 20_000, interval: 50 },
  )
}

type Kind = 'receipt' | 'shippingDocumentation' | 'customerCommunication' | 'other'
const upload = (id: string, kind: Kind, name: string, file: Uint8Array) =>
  admin.call('POST /api/admin/disputes/:id/files', { id, kind, name, file })
const see = (id: string) => admin.call('GET /api/admin/disputes/:id/evidence', { id })
const pdf = (length = 100) => Buffer.concat([Buffer.from(PDF), Buffer.alloc(length - PDF.length, 'x')])

// 'Evidence object' and 'File upload guide' in Stripe's documentation.
describe('files as evidence against a dispute', () => {
  test('are sent to the provider with the text, each in its field', async () => {
    const { id } = await aDispute()
    await upload(id, 'receipt', 'Receipt Müller.pdf', pdf())
    await upload(id, 'shippingDocumentation', 'label.png', PNG)
    await upload(id, 'customerCommunication', 'mails.pdf', pdf(200))
    const { files, evidence } = await see(id)
    expect(files).toMatchObject([
      { kind: 'receipt', name: 'Receipt Müller.pdf', bytes: 100 },
      { kind: 'shippingDocumentation', name: 'label.png', bytes: 8 },
      { kind: 'customerCommunication', name: 'mails.pdf', bytes: 200 },
    ])
    await admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence })
    const submitted = (await stripeOf(shop).disputes.retrieve(id)).evidence
    const fileAt = async (field: typeof submitted.receipt) => stripeOf(shop).files.retrieve(String(field))
    expect(await fileAt(submitted.receipt)).toMatchObject({
      purpose: 'dispute_evidence',
      type: 'pdf',
      size: 100,
    })
    expect(await fileAt(submitted.shipping_documentation)).toMatchObject({ type: 'png', size: 8 })
    expect(await fileAt(submitted.customer_communication)).toMatchObject({ type: 'pdf', size: 200 })
    expect(submitted.uncategorized_file).toBeNull()
    expect(submitted.billing_address).toBe(evidence.billingAddress)
    await expect(upload(id, 'receipt', 'late.pdf', pdf())).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Evidence for this dispute has been submitted and can’t be changed.',
    })
  })

  test('together have at most 4.5 MB, even if they are uploaded at the same time', async () => {
    const { id } = await aDispute()
    const all = await Promise.allSettled([
      upload(id, 'receipt', 'receipt.pdf', pdf(3_000_000)),
      upload(id, 'other', 'other.pdf', pdf(3_000_000)),
    ])
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 400, serverMessage: EVIDENCE_MESSAGES.filesTooLarge },
    })
    expect((await see(id)).files).toHaveLength(1)
  })

  test('can be replaced and removed until they are submitted', async () => {
    const { id } = await aDispute()
    await upload(id, 'receipt', 'old.pdf', pdf())
    await upload(id, 'receipt', 'new.pdf', pdf())
    await upload(id, 'other', 'other.pdf', pdf())
    await admin.call('DELETE /api/admin/disputes/:id/files/:kind', { id, kind: 'other' })
    const { files, evidence } = await see(id)
    expect(files.map(({ name }) => name)).toEqual(['new.pdf'])
    await admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence })
    expect((await stripeOf(shop).disputes.retrieve(id)).evidence.uncategorized_file).toBeNull()
    await expect(
      admin.call('DELETE /api/admin/disputes/:id/files/:kind', { id, kind: 'receipt' }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    ['a text file', Buffer.from('hello'), 'This file isn’t a PDF, JPEG, or PNG.'],
    ['a GIF with the name of a PDF', Buffer.from('GIF89a'), 'This file isn’t a PDF, JPEG, or PNG.'],
    ['an empty file', Buffer.alloc(0), 'This file isn’t a PDF, JPEG, or PNG.'],
  ])('are rejected by their content: %s', async (_what, file, serverMessage) => {
    const { id } = await aDispute()
    await expect(upload(id, 'receipt', 'receipt.pdf', file)).rejects.toMatchObject({
      status: 400,
      serverMessage,
    })
  })

  test('may have 4.5 MB in all', async () => {
    const { id } = await aDispute()
    await upload(id, 'receipt', 'large.pdf', pdf(4_000_000))
    await expect(upload(id, 'other', 'more.pdf', pdf(500_001))).rejects.toMatchObject({
      status: 400,
      serverMessage: 'All files together can have at most 4.5 MB. Compress them, or remove one.',
    })
    await upload(id, 'receipt', 'other.pdf', pdf(4_500_000))
    expect((await see(id)).files).toMatchObject([{ name: 'other.pdf', bytes: 4_500_000 }])
  })

  test('are not kept if the provider doesn’t take them', async () => {
    const { id } = await aDispute()
    await buying.switchOn(shop, 'key-restricted')
    await expect(upload(id, 'receipt', 'receipt.pdf', pdf())).rejects.toMatchObject({ status: 503 })
    expect((await see(id)).files).toEqual([])
  })

  test('are recorded in the audit log', async () => {
    const { id, orderId } = await aDispute()
    await upload(id, 'receipt', 'receipt.pdf', pdf())
    await admin.call('DELETE /api/admin/disputes/:id/files/:kind', { id, kind: 'receipt' })
    const entries = await admin.call('GET /api/admin/audit', { subjectId: orderId })
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['order.evidence_file_added', 'order.evidence_file_removed']),
    )
  })
})

describe('the reminder of a dispute', () => {
  const remind = async () => {
    await enqueue(shop.shop.db, queueRemindersJob, {})
    await shop.runJobs()
  }
  const remindersOf = async (orderId: string) =>
    (await emailsTo(shop, OWNER))
      .filter(({ subject }) => subject.startsWith('Reminder: respond to the dispute'))
      .filter(({ text }) => text.includes(orderId))
  const toBefore = (time: Date, ms: number) => turnClock(time.getTime() - ms - now().getTime())

  test('is emailed once to the store owner, two days before the deadline', async () => {
    const { id, orderId, dueBy } = await aDispute()
    toBefore(dueBy, 2 * DAY_MS + 60_000)
    await remind()
    expect(await remindersOf(orderId)).toEqual([])
    turnClock(0)
    toBefore(dueBy, 2 * DAY_MS - 60_000)
    for (let times = 0; times < 2; times++) await remind()
    const [reminder, ...rest] = await remindersOf(orderId)
    expect(rest).toEqual([])
    expect(reminder?.text).toContain(`/admin?tab=orders&edit=${orderId}&evidence=${id}`)
  })

  test('is not sent after evidence was submitted, or after the deadline', async () => {
    const answered = await aDispute()
    const late = await aDispute()
    const { evidence } = await see(answered.id)
    await admin.call('POST /api/admin/disputes/:id/evidence', { id: answered.id, evidence })
    toBefore(late.dueBy, -60_000)
    await remind()
    expect(await remindersOf(late.orderId)).toEqual([])
    turnClock(0)
    toBefore(answered.dueBy, DAY_MS)
    await remind()
    expect(await remindersOf(answered.orderId)).toEqual([])
  })
})
