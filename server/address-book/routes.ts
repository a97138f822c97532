import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/address-book/api.ts'
import { SAVED_ADDRESSES_MAX } from '#contract/address-book/api.ts'
import { isPhoneIn } from '#contract/addresses/phones.ts'
import { type AddressToSave, savedAddress } from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'

/** A customer's saved addresses. The first one fills in the checkout. */
export function addressBookRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, contract.listSavedAddresses, async (_input, request) =>
    queries.listSavedAddresses(db, signedInUser(request).id),
  )

  mount(app, contract.saveAddress, async ({ address, isDefault }, request) => {
    const { id: userId } = signedInUser(request)
    await saveAddress(db, userId, checkedAddress(address), isDefault)
    return queries.listSavedAddresses(db, userId)
  })

  mount(app, contract.changeSavedAddress, async ({ id, address, isDefault }, request) => {
    const { id: userId } = signedInUser(request)
    await changeAddress(db, userId, id, checkedAddress(address), isDefault)
    return queries.listSavedAddresses(db, userId)
  })

  mount(app, contract.deleteSavedAddress, async ({ id }, request) => {
    const { id: userId } = signedInUser(request)
    await queries.deleteSavedAddress(db, userId, id)
    return queries.listSavedAddresses(db, userId)
  })
}

/** @throws ShopError 409 if there are too many */
async function saveAddress(db: Db, userId: number, address: AddressToSave, isDefault: boolean) {
  await inTransaction(db, async (db) => {
    await queries.lockAddressBook(db, userId)
    const same = await queries.findSameAddress(db, userId, address)
    if (same === null && (await queries.countSavedAddresses(db, userId)) >= SAVED_ADDRESSES_MAX)
      throw tooManyAddresses()
    const id = same ?? (await queries.insertSavedAddress(db, userId, address))
    if (isDefault) await queries.updateDefaultAddress(db, id)
  })
}

/** @throws ShopError 404, or 409 if another address is the same */
async function changeAddress(db: Db, userId: number, id: number, address: AddressToSave, isDefault: boolean) {
  await inTransaction(db, async (db) => {
    await queries.lockAddressBook(db, userId)
    if (!(await queries.hasSavedAddress(db, userId, id))) throw notFound('Address not found')
    const same = await queries.findSameAddress(db, userId, address)
    if (same !== null && same !== id) throw sameAddress()
    await queries.updateSavedAddress(db, id, address)
    if (isDefault) await queries.updateDefaultAddress(db, id)
  })
}

/**
 * Checks an address against its country's format, as the form does.
 * @throws ShopError 400 naming each invalid field
 */
function checkedAddress(address: AddressToSave): AddressToSave {
  const checked = savedAddress(addressFormatOf, isPhoneIn).safeParse(address)
  if (checked.success) return checked.data
  const errors = checked.error.issues.map(({ path, message }) => ({
    path: ['address', ...path].join('.'),
    message,
  }))
  throw invalidInput(errors[0]?.message ?? 'The address is not valid', errors)
}

const tooManyAddresses = () =>
  new ShopError(
    409,
    'too_many_addresses',
    `You already have ${SAVED_ADDRESSES_MAX} saved addresses. Delete one first.`,
  )

const sameAddress = () => new ShopError(409, 'same_address', 'You already saved this address.')
