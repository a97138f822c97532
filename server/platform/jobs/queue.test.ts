import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openTestShop } from '../../../tests/support/shop.ts'
import { queueEmail } from '../mail/outbox.ts'

const email = { to: 'ada@example.com', subject: 'Hello', text: 'An email', html: '<p>An email</p>' }

test('a backlog is worked off without waiting between the jobs', async () => {
  const { shop } = await openTestShop()
  for (let number = 0; number < 60; number++) await queueEmail(shop.db, email)
  await shop.jobs.work()
  // With a pause of two seconds after each, this would take two minutes.
  const unsent = () => shop.db.selectFrom('letters').select('id').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 25_000, interval: 200 })
})

test('a job whose worker died is known by its missing signs of life', async () => {
  const { shop } = await openTestShop()
  const { rows } = await sql<{ heartbeat: number }>`select distinct heartbeat_seconds as heartbeat
    from jobs.queue where name not like '\\_\\_%'`.execute(shop.db)
  expect(rows).toEqual([{ heartbeat: 10 }])
})
