import { afterEach, beforeEach, expect, it } from 'vitest'
import { inMemory } from '../config.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox(inMemory)
})
afterEach(() => sandbox.stop())

const send = (topic: string) =>
  fetch(`${sandbox.url}/receiver`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plinth-topic': topic, 'plinth-event': 'evt_1' },
    body: JSON.stringify({ note: '<b>' }),
  })
const received = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/api/received`)).json()) as { topic: string }[]

it('the receiver keeps the last fifty requests, newest first, and shows them as text', async () => {
  for (let n = 1; n <= 51; n++) expect((await send(`topic-${n}`)).status).toBe(204)
  const all = await received()
  expect(all).toHaveLength(50)
  expect(all[0]).toMatchObject({ topic: 'topic-51', event: 'evt_1' })
  const page = await (await fetch(`${sandbox.url}/receiver`)).text()
  expect(page).toContain('&lt;b&gt;')
  expect(page).not.toContain('topic-1<')
})

it('the receiver is unavailable while its fault is on', async () => {
  await fetch(`${sandbox.url}/sandbox/api/faults/receiver/down`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 1 }),
  })
  expect((await send('order.paid')).status).toBe(503)
  expect((await send('order.paid')).status).toBe(204)
  expect(await received()).toHaveLength(1)
})
