/** How the checkout requests a detail. Doesn't import zod, so pages can load it early. */
export const FIELD_CHOICES = ['off', 'optional', 'required'] as const
export type FieldChoice = (typeof FIELD_CHOICES)[number]

/** The details that the store owner decides about. VAT numbers are requested only where they change who owes the VAT. */
export type CheckoutFields = Record<'phone' | 'company' | 'vatNumber', FieldChoice>

/** The form of the specification (section 5). */
export const SPEC_FIELDS: CheckoutFields = { phone: 'required', company: 'off', vatNumber: 'optional' }
