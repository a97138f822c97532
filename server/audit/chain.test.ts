import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { inTransaction } from '../platform/db/database.ts'
import { recordChange, recordChanges } from './audit.ts'
import { checkLog, checkSegment } from './chain.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})
beforeEach(async () => {
  await tamper('delete from audit_log')
  await tamper('delete from audit_head')
  await tamper(`insert into audit_head (place, hash) values (0, '')`)
})

const entry = (subjectId: number) => ({
  actorId: admin.user.id,
  action: 'product.changed',
  subjectId,
  before: { price: '1.00', name: 'Ø “quoted”' },
  after: { price: '2.00', name: null },
})
async function write(count: number) {
  for (let number = 1; number <= count; number++) await recordChange(shop.shop.db, entry(number))
}
const check = (input: { seal?: string; after?: number } = {}) =>
  admin.call('GET /api/admin/audit/integrity', input)
const found = async () => (await check()).finding
const tamper = (text: string) => sql.raw(text).execute(shop.shop.db)

describe('the hash chain', () => {
  test('is valid for entries from one transaction or many, and after rollbacks', async () => {
    const { db } = shop.shop
    expect(await check()).toEqual({ checked: 0, of: 0, next: null, finding: null, seal: null })
    await write(2)
    await recordChanges(db, [entry(3), entry(4), entry(5)])
    await expect(
      inTransaction(db, async (db) => {
        await recordChange(db, entry(6))
        throw new Error('No.')
      }),
    ).rejects.toThrow('No.')
    await write(1)
    const { seal, ...checked } = await check()
    expect(checked).toEqual({ checked: 6, of: 6, next: null, finding: null })
    expect(seal).toMatch(/^6(-[\da-f]{8}){8}$/)
  })

  test('stays valid when an account is deleted, because its name stays in the log', async () => {
    const customer = await fixtures.aCustomer(shop)
    await recordChange(shop.shop.db, { ...entry(1), actorId: customer.user.id })
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    expect(await check()).toMatchObject({ checked: 1, finding: null })
  })

  test('is verified in segments of any length', async () => {
    await write(7)
    await tamper(`update audit_log set subject_id = '70' where place = 7`)
    const places: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { checked, next, of } = await checkSegment(shop.shop.db, after, undefined, 2)
      expect(of).toBe(7)
      places.push(checked)
      after = next
    }
    expect(places).toEqual([2, 4, 6, 6])
    expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 6, of: 7 })
  })
})

describe('tampering is detected', () => {
  let ids: number[]
  beforeEach(async () => {
    await write(5)
    const rows = await shop.shop.db.selectFrom('audit_log').select('id').orderBy('place').execute()
    ids = rows.map(({ id }) => id)
  })
  const id = (place: number) => ids[place - 1] ?? 0
  const changed = (place: number) => ({
    entryId: id(place),
    text: `Entry #${id(place)} or the hash before it was modified.`,
  })

  test.each([
    `actor = 'somebody'`,
    `at = at + interval '1 microsecond'`,
    `action = 'product.created'`,
    `subject_id = '4'`,
    `before = null`,
    `after = after || '{"price": "3.00"}'`,
    `undoes = 1`,
    `hash = sha256('')`,
  ])('if an entry is changed: %s', async (change) => {
    await tamper(`update audit_log set ${change} where place = 3`)
    expect(await check()).toMatchObject({ checked: 2, of: 5, finding: changed(3) })
  })

  test('if an entry and its hash are changed, because the next entry doesn’t match', async () => {
    await tamper(`update audit_log set actor = 'somebody' where place = 3`)
    await tamper(`update audit_log as entry set hash = audit_hash(
      (select hash from audit_log where place = 2), entry) where place = 3`)
    expect(await found()).toEqual(changed(4))
  })

  test('if two entries are swapped', async () => {
    await tamper(`update audit_log set place = 90 where place = 2`)
    await tamper(`update audit_log set place = 2 where place = 3`)
    await tamper(`update audit_log set place = 3 where place = 90`)
    expect(await found()).toMatchObject({ entryId: id(3) })
  })

  test('if entries are deleted from the middle or the beginning', async () => {
    await tamper(`delete from audit_log where place in (3, 4)`)
    const text = `2 entries are missing between #${id(2)} and #${id(5)}.`
    expect(await check()).toMatchObject({ checked: 2, finding: { entryId: id(5), text } })
    await tamper(`delete from audit_log where place = 1`)
    expect(await found()).toEqual({
      entryId: id(2),
      text: `One entry is missing before #${id(2)}.`,
    })
  })

  test('if entries are deleted from the end, even if more are written afterward', async () => {
    await tamper(`delete from audit_log where place = 5`)
    const text = 'One entry is missing at the end of the log.'
    expect(await found()).toEqual({ entryId: null, text })
    await write(1)
    const later = `One entry is missing between #${id(4)} and #`
    expect((await found())?.text).toContain(later)
  })

  test('if an entry is added outside the chain', async () => {
    await tamper('alter table audit_log disable trigger user')
    await write(1)
    await tamper('alter table audit_log enable trigger user')
    expect((await found())?.text).toMatch(/^Entry #\d+ was added without a hash\.$/)
  })

  test('if the latest hash is replaced or removed', async () => {
    await tamper(`update audit_head set hash = sha256('')`)
    expect(await found()).toEqual({
      entryId: null,
      text: 'The latest hash does not match the last entry.',
    })
    await tamper('delete from audit_head')
    expect(await found()).toEqual({ entryId: null, text: 'The latest hash is missing.' })
  })
})

describe('a checkpoint hash stored elsewhere', () => {
  const remake = async () => {
    await tamper('update audit_log set place = null, hash = null')
    await tamper(`update audit_head set place = 0, hash = ''`)
    await tamper('select chain_audit_log()')
  }

  test('matches a log that only has new entries', async () => {
    await write(3)
    const { seal } = await check()
    await write(2)
    expect(await check({ seal: seal ?? '' })).toMatchObject({ checked: 5, finding: null })
  })

  test('reveals a different history, even if every hash was recomputed', async () => {
    await write(3)
    const seal = (await check()).seal ?? ''
    await tamper(`update audit_log set actor = 'somebody' where place = 1`)
    await remake()
    expect(await found()).toBeNull()
    expect((await check({ seal })).finding?.text).toMatch(
      /^The log up to #\d+ does not match this checkpoint\.$/,
    )
  })

  test('reveals a shorter log', async () => {
    await write(3)
    const seal = (await check()).seal ?? ''
    await tamper('delete from audit_log where place = 3')
    await remake()
    expect(await found()).toBeNull()
    expect((await check({ seal })).finding?.text).toBe(
      'The log is shorter than when this checkpoint was saved: it had 3 entries then.',
    )
  })

  test('is reported as invalid if it is malformed', async () => {
    expect((await admin.send({ url: '/api/admin/audit/integrity?seal=12' })).status).toBe(400)
  })
})
