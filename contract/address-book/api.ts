import { z } from 'zod'
import { AddressToSave, KnownShippingInfo, OrderAddress } from '../checkout/shipping.ts'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'

/** Maximum number of saved addresses per user. */
export const SAVED_ADDRESSES_MAX = 20

/** An address that a customer saved. The first one of the list fills in the checkout. */
export const SavedAddress = z.object({
  id: z.int().positive(),
  /** The phone number is empty if the customer saved none. */
  address: OrderAddress.extend(KnownShippingInfo.pick({ phone: true }).shape),
})
export type SavedAddress = z.infer<typeof SavedAddress>

/** `isDefault` puts the address first. */
const Change = z.object({ address: AddressToSave, isDefault: z.boolean().default(false) })

export const listSavedAddresses = endpoint({
  method: 'GET',
  path: '/api/addresses',
  access: 'signed-in',
  summary: 'Your saved addresses. The first one fills in the checkout.',
  input: z.object({}),
  response: z.array(SavedAddress),
})

export const saveAddress = endpoint({
  method: 'POST',
  path: '/api/addresses',
  access: 'signed-in',
  isQuiet: true,
  summary: `Save an address. One that you already saved stays as it is. Returns all saved addresses. 409 if there are ${SAVED_ADDRESSES_MAX}.`,
  input: Change,
  response: z.array(SavedAddress),
})

export const changeSavedAddress = endpoint({
  method: 'PUT',
  path: '/api/addresses/:id',
  access: 'signed-in',
  isQuiet: true,
  summary: 'Change a saved address. Returns all saved addresses. 409 if it is then the same as another one.',
  input: Change.extend({ id: RowId }),
  response: z.array(SavedAddress),
})

export const deleteSavedAddress = endpoint({
  method: 'DELETE',
  path: '/api/addresses/:id',
  access: 'signed-in',
  isQuiet: true,
  summary: 'Delete a saved address. Repeating the request changes nothing. Returns all saved addresses.',
  input: z.object({ id: RowId }),
  response: z.array(SavedAddress),
})

export const addressBookEndpoints = [
  listSavedAddresses,
  saveAddress,
  changeSavedAddress,
  deleteSavedAddress,
] as const
