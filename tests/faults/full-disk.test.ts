import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { urlAt } from '../../server/platform/db/embedded/settings.ts'
import { createBuyer } from '../support/buyer.ts'
import { runQuery } from '../support/postgres-process.ts'
import { aSmallDisk, canMount } from '../support/small-disk.ts'

// Only root may mount a disk.
test.runIf(canMount())(
  'a shop on a full disk rejects writes with 503, still reads, and works again once there is space, without losing data',
  async () => {
    const disk = await aSmallDisk()
    let shop = await disk.startShop()
    const acknowledged: string[] = []
    /** Sends a text that the database can't compress. @returns the status of the response */
    const write = async (): Promise<number> => {
      const text = randomBytes(3000).toString('base64')
      const email = { name: 'Ada', email: `${randomBytes(6).toString('hex')}@example.com`, message: text }
      return createBuyer(shop.url)
        .call('POST /api/contact', email)
        .then(
          () => acknowledged.push(text) && 200,
          (error: { status: number }) => error.status,
        )
    }
    expect(await write()).toBe(200)

    disk.fill()
    const statuses = new Set<number>()
    while (!statuses.has(503)) statuses.add(await write())
    expect([...statuses].filter((status) => status !== 200)).toEqual([503])
    for (const path of ['/', '/api/products', '/readyz'])
      expect([path, (await fetch(`${shop.url}${path}`)).status]).toEqual([path, 200])
    disk.free()
    expect(await write()).toBe(200)

    // The write-ahead log has no space, which ends the database, and with it the shop. Its supervisor restarts it.
    const ended = once(shop.child, 'exit')
    const url = urlAt({ folder: join(disk.folder, 'database') }, 'postgres', 'plinth', null)
    disk.fill()
    await expect(
      (async () => {
        for (;;) await runQuery(url, "select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
      })(),
    ).rejects.toThrow()
    expect(await ended).toEqual([1, null])
    await expect(disk.startShop()).rejects.toThrow('exit 1')
    disk.free()
    shop = await disk.startShop()
    expect(await write()).toBe(200)
    const rows = await runQuery(url, 'select text_body from emails')
    const lost = acknowledged.filter(
      (text) => !rows.some(({ text_body }) => String(text_body).includes(text)),
    )
    expect(lost.length, `lost writes of ${acknowledged.length}`).toBe(0)
  },
  180_000,
)
