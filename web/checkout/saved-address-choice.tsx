import { addressLines } from '#contract/addresses/rules.ts'
import { t } from '#contract/language/language.ts'
import type { SavedAddress } from '../address-book/queries.ts'
import { Select } from '../ui/field.tsx'
import type { TypedShipping } from './checkout-storage.ts'

/** The fields that make two addresses the same. */
const SAME = [
  'firstName',
  'lastName',
  'company',
  'address',
  'address2',
  'city',
  'state',
  'zipCode',
  'country',
] as const

/** Returns the saved address that the shopper entered, or undefined. */
export function findEntered(book: SavedAddress[], typed: TypedShipping): SavedAddress | undefined {
  return book.find(({ address }) =>
    SAME.every((field) => (address[field] ?? '') === (typed[field] ?? '').trim()),
  )
}

type Props = { book: SavedAddress[]; entered: SavedAddress | undefined; onChoose(saved: SavedAddress): void }

/** The customer's saved addresses. Choosing one fills in the form, which can still be changed. */
export function SavedAddressChoice({ book, entered, onChoose }: Props) {
  return (
    <div className="mb-8">
      <Select
        label={t('Saved addresses')}
        value={entered?.id ?? ''}
        onChange={({ target }) => {
          const saved = book.find(({ id }) => String(id) === target.value)
          if (saved) onChoose(saved)
        }}
      >
        <option value="">{t('Another address')}</option>
        {book.map(({ id, address }) => (
          <option key={id} value={id}>
            {addressLines(address).join(', ')}
          </option>
        ))}
      </Select>
    </div>
  )
}
