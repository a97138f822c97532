import { useState } from 'react'
import { SAVED_ADDRESSES_MAX } from '#contract/address-book/api.ts'
import { addressLines } from '#contract/addresses/rules.ts'
import { t } from '#contract/language/language.ts'
import { AccountSection } from '../accounts/account-layout.tsx'
import { reasonOf } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { AddressDialog } from './address-dialog.tsx'
import { type SavedAddress, useAddressBook, useDeleteAddress, useSaveAddress } from './queries.ts'

type OpenDialog = { what: 'add' } | { what: 'edit' | 'delete'; saved: SavedAddress }

/** The customer's saved addresses, which can be added, changed, made the default, and deleted. */
export function AddressBookSection() {
  const { data: book, isPending, isError } = useAddressBook()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const onClose = () => setDialog(null)
  return (
    <AccountSection
      id="addresses"
      title={t('Saved addresses')}
      note={t('The first address fills in the checkout. You can choose another one there.')}
    >
      {isPending && <Spinner />}
      {isError && <p role="alert">{t('We couldn’t load your addresses. Please try again later.')}</p>}
      {book?.length === 0 && <p>{t('You have no saved addresses yet.')}</p>}
      <ul className="divide-y divide-hairline empty:hidden">
        {book?.map((saved, place) => (
          <Entry
            key={saved.id}
            saved={saved}
            isDefault={place === 0}
            onOpen={(what) => setDialog({ what, saved })}
          />
        ))}
      </ul>
      {book && book.length < SAVED_ADDRESSES_MAX && (
        <Button look="outline" onClick={() => setDialog({ what: 'add' })}>
          {t('Add an address')}
        </Button>
      )}
      {dialog?.what === 'add' && <AddressDialog onClose={onClose} />}
      {dialog?.what === 'edit' && <AddressDialog saved={dialog.saved} onClose={onClose} />}
      {dialog?.what === 'delete' && <DeleteDialog saved={dialog.saved} onClose={onClose} />}
    </AccountSection>
  )
}

type EntryProps = { saved: SavedAddress; isDefault: boolean; onOpen(what: 'edit' | 'delete'): void }

function Entry({ saved: { id, address }, isDefault, onOpen }: EntryProps) {
  const save = useSaveAddress()
  const name = `${address.firstName} ${address.lastName}, ${address.address}`
  const makeDefault = () =>
    save.mutate(
      { id, address, isDefault: true },
      {
        onSuccess: () => showToast(t('Default address changed')),
        onError: (error) =>
          showErrorToast('Default address not changed', reasonOf(error, 'Please try again.')),
      },
    )
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5 first:pt-0">
      <div className="min-w-0">
        <p className="whitespace-pre-line break-words">{addressLines(address).join('\n')}</p>
        {address.phone && <p className="mt-1 text-muted">{address.phone}</p>}
        {isDefault && <p className="mt-1 text-muted text-sm">{t('Fills in the checkout')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isDefault && (
          <Button
            look="outline"
            isBusy={save.isPending}
            aria-label={t('Use first: {name}', { name })}
            onClick={makeDefault}
          >
            {t('Use first')}
          </Button>
        )}
        <Button look="outline" aria-label={t('Edit {name}', { name })} onClick={() => onOpen('edit')}>
          {t('Edit')}
        </Button>
        <Button look="outline" aria-label={t('Delete {name}', { name })} onClick={() => onOpen('delete')}>
          {t('Delete')}
        </Button>
      </div>
    </li>
  )
}

function DeleteDialog({ saved: { id, address }, onClose }: { saved: SavedAddress; onClose(): void }) {
  const remove = useDeleteAddress()
  return (
    <DialogForm
      title={t('Delete this address?')}
      submit={t('Delete address')}
      isDanger
      change={remove}
      reasonOf={(error) => reasonOf(error, 'Please try again.')}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(id, {
          onSuccess: () => {
            showToast(t('Address deleted'))
            onClose()
          },
        })
      }
    >
      <p className="whitespace-pre-line break-words">{addressLines(address).join('\n')}</p>
      <p className="text-muted">{t('Your orders keep their addresses.')}</p>
    </DialogForm>
  )
}
