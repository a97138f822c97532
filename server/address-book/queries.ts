import type { SavedAddress } from '#contract/address-book/api.ts'
import type { AddressToSave } from '#contract/checkout/shipping.ts'
import { withLines } from '../addresses/address-formats.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

/** Returns a user's addresses: the one made the default last, then the newest. */
export async function listSavedAddresses(db: Db, userId: number): Promise<SavedAddress[]> {
  const rows = await selectAddresses(db, userId).execute()
  return rows.map(toSavedAddress)
}

export async function findDefaultAddress(db: Db, userId: number): Promise<SavedAddress | null> {
  const row = await selectAddresses(db, userId).limit(1).executeTakeFirst()
  return row ? toSavedAddress(row) : null
}

/** Keeps other requests from changing the user's addresses until the transaction ends. */
export async function lockAddressBook(db: Db, userId: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function countSavedAddresses(db: Db, userId: number): Promise<number> {
  return countRows(db.selectFrom('saved_addresses').where('user_id', '=', userId))
}

export async function hasSavedAddress(db: Db, userId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('saved_addresses')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the ID of the user's address with this name and place, or null if there is none. */
export async function findSameAddress(
  db: Db,
  userId: number,
  address: AddressToSave,
): Promise<number | null> {
  const { phone: _phone, ...place } = toColumns(address)
  const row = await db
    .selectFrom('saved_addresses')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb.and(place))
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertSavedAddress(db: Db, userId: number, address: AddressToSave): Promise<number> {
  const { id } = await db
    .insertInto('saved_addresses')
    .values({ user_id: userId, ...toColumns(address) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSavedAddress(db: Db, id: number, address: AddressToSave): Promise<void> {
  await db.updateTable('saved_addresses').set(toColumns(address)).where('id', '=', id).execute()
}

export async function updateDefaultAddress(db: Db, id: number): Promise<void> {
  await db.updateTable('saved_addresses').set({ preferred_at: now() }).where('id', '=', id).execute()
}

export async function deleteSavedAddress(db: Db, userId: number, id: number): Promise<void> {
  await db.deleteFrom('saved_addresses').where('id', '=', id).where('user_id', '=', userId).execute()
}

/** For an account whose address book may be a stranger's. */
export async function deleteAddressBook(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('saved_addresses').where('user_id', '=', userId).execute()
}

function selectAddresses(db: Db, userId: number) {
  return db
    .selectFrom('saved_addresses')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'phone',
      'company',
      'address',
      'address2',
      'city',
      'state',
      'zip_code as zipCode',
      'country',
    ])
    .where('user_id', '=', userId)
    .orderBy('preferred_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
}

type Row = { id: number; phone: string; company: string; address2: string } & Omit<
  AddressToSave,
  'address2' | 'company' | 'phone'
>

function toSavedAddress({ id, phone, company, address2, ...place }: Row): SavedAddress {
  const filled = { ...place, ...(company && { company }), ...(address2 && { address2 }) }
  return { id, address: { ...withLines(filled), phone } }
}

const toColumns = (address: AddressToSave) => ({
  first_name: address.firstName,
  last_name: address.lastName,
  phone: address.phone,
  company: address.company ?? '',
  address: address.address,
  address2: address.address2 ?? '',
  city: address.city,
  state: address.state,
  zip_code: address.zipCode,
  country: address.country,
})
