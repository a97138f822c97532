import { sql } from 'kysely'
import { z } from 'zod'
import {
  KnownAddress,
  KnownShippingInfo,
  type OrderAddresses,
  VatNumber,
} from '#contract/checkout/shipping.ts'

/** The column `addresses` of order_versions: what the version's quote was calculated for. */
export const StoredAddresses = z.object({
  shippingInfo: KnownShippingInfo,
  billingInfo: KnownAddress.nullable(),
  vatNumber: VatNumber.nullish(),
})

/** The columns of an order with these addresses. */
export function addressColumns({ shippingInfo, billingInfo, vatNumber }: OrderAddresses) {
  const { firstName, lastName, company, address2, zipCode, ...rest } = shippingInfo
  return {
    ...rest,
    company: company ?? null,
    address2: address2 ?? null,
    first_name: firstName,
    last_name: lastName,
    zip_code: zipCode,
    billing_address: billingInfo && JSON.stringify(billingInfo),
    vat_number: vatNumber ? JSON.stringify(vatNumber) : null,
  }
}

/** The email address of the version that a statement names `accepted`. */
export const ACCEPTED_EMAIL = ofShipping('email')

const ACCEPTED_SHIPPING = {
  first_name: ofShipping('firstName'),
  last_name: ofShipping('lastName'),
  email: ACCEPTED_EMAIL,
  phone: ofShipping('phone'),
  company: ofShipping('company'),
  address: ofShipping('address'),
  address2: ofShipping('address2'),
  city: ofShipping('city'),
  state: ofShipping('state'),
  zip_code: ofShipping('zipCode'),
  country: ofShipping('country'),
}
const ACCEPTED_BILLING = sql<unknown>`nullif(accepted.addresses -> 'billingInfo', 'null')`

/** The columns of an order with the addresses of the version that an update names `accepted`. */
export const ACCEPTED_COLUMNS = {
  ...ACCEPTED_SHIPPING,
  billing_address: ACCEPTED_BILLING,
  vat_number: sql<unknown>`nullif(accepted.addresses -> 'vatNumber', 'null')`,
}

/** Later, VIES may verify or reject the VAT number, so only its ID is compared. */
export const hasAcceptedAddresses = sql<boolean>`((orders.first_name, orders.last_name, orders.email, orders.phone,
    orders.company, orders.address, orders.address2, orders.city, orders.state, orders.zip_code, orders.country, orders.billing_address,
    orders.vat_number ->> 'id')
  is not distinct from (${sql.join(Object.values(ACCEPTED_SHIPPING))}, ${ACCEPTED_BILLING},
    accepted.addresses -> 'vatNumber' ->> 'id'))`

function ofShipping(field: keyof KnownShippingInfo) {
  return sql<string>`(accepted.addresses -> 'shippingInfo' ->> ${sql.lit(field)})`
}
