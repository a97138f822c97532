import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export async function isKnownDevice(db: Db, deviceHash: string, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose device it is: of several accounts always the oldest. */
export async function findDeviceUser(db: Db, deviceHash: string): Promise<number | null> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** A user's new device takes over what the browser's previous token was known for. */
export async function replaceDevice(
  db: Db,
  { before, after, userId }: { before: string | null; after: string; userId: number },
): Promise<void> {
  if (before !== null) {
    await db
      .updateTable('known_devices')
      .set({ device_hash: after })
      .where('device_hash', '=', before)
      .execute()
  }
  await db
    .insertInto('known_devices')
    .values({ device_hash: after, user_id: userId, last_used_at: now() })
    .onConflict((conflict) =>
      conflict.columns(['device_hash', 'user_id']).doUpdateSet({ last_used_at: now() }),
    )
    .execute()
}

/** All but the `kept` devices used last. */
export async function deleteOlderDevices(db: Db, userId: number, kept: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (query) =>
      query
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .limit(kept),
    )
    .execute()
}

export async function deleteDevicesOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function deleteDevicesUsedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<=', time).execute()
}
