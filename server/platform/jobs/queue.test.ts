import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openTestShop } from '../../../tests/support/shop.ts'
import { queueEmail } from '../mail/outbox.ts'

const email = { to: 'ada@example.com', subject: 'Hello', text: 'An email', html: '<p>An email</p>' }

test('a backlog of jobs is processed without a pause between jobs', async () => {
  const { shop } = await openTestShop()
  for (let number = 0; number < 60; number++) await queueEmail(shop.db, email)
  await shop.jobs.work()
  // With a pause of two seconds after each job, this would take two minutes.
  const unsent = () => shop.db.selectFrom('emails').select('id').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 25_000, interval: 200 })
})

test('a job whose worker died is detected by its missing heartbeats', async () => {
  const { shop } = await openTestShop()
  const { rows } = await sql<{ heartbeat: number }>`select distinct heartbeat_seconds as heartbeat
    from jobs.queue where name not like '\\_\\_%'`.execute(shop.db)
  expect(rows).toEqual([{ heartbeat: 10 }])
})
