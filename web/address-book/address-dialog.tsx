import { useForm } from 'react-hook-form'
import { type AddressToSave, savedAddress } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { useAddressResolver, useShippedCountries } from '../checkout/address-formats.ts'
import { type AddressFields, NO_ADDRESS, RecipientFields } from '../checkout/shipping-fields.tsx'
import { reasonOf } from '../platform/api.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toast-store.ts'
import { type SavedAddress, useSaveAddress } from './queries.ts'

/** Adds an address, or edits a saved one. */
export function AddressDialog({ saved, onClose }: { saved?: SavedAddress; onClose(): void }) {
  const save = useSaveAddress()
  const countries = useShippedCountries()
  const form = useForm<AddressFields, unknown, AddressToSave>({
    resolver: useAddressResolver(savedAddress) as never,
    defaultValues: { ...NO_ADDRESS, ...saved?.address },
  })
  const country = form.watch('country')
  const listed = countries.includes(country) ? countries : [...countries, country]
  const submit = form.handleSubmit((address) =>
    save.mutate(
      { ...(saved && { id: saved.id }), address },
      {
        onSuccess: () => {
          showToast(t('Address saved'))
          onClose()
        },
      },
    ),
  )
  return (
    <DialogForm
      title={saved ? t('Edit address') : t('Add an address')}
      submit={t('Save address')}
      change={save}
      reasonOf={(error) => reasonOf(error, 'Please try again.')}
      onClose={onClose}
      onSubmit={submit}
    >
      <RecipientFields form={form} countries={listed} />
    </DialogForm>
  )
}
