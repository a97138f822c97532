import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { type Api, ApiError, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ChangeDialog, rejectionMessage } from '../changes.tsx'
import { May } from '../permissions.tsx'
import { paymentProviderQuery } from '../queries.ts'

type Provider = ResponseOf<'GET /api/admin/payment-provider'>
type Keys = InputOf<'PUT /api/admin/payment-provider/keys'>

const LABELS = {
  secretKey: 'Secret key',
  publishableKey: 'Publishable key',
  webhookSecret: 'Webhook signing secret',
} as const
type Name = keyof typeof LABELS
const NAMES = Object.keys(LABELS) as Name[]
const PLACEHOLDERS = { secretKey: 'sk_…', publishableKey: 'pk_…', webhookSecret: 'whsec_…' }
const NONE = { secretKey: '', publishableKey: '', webhookSecret: '' }

/** Where the keys come from, or a form for an owner to enter them. They are write-only. */
export function StripeKeys({ provider: { keys: shown } }: { provider: Provider }) {
  if (shown.source === 'environment')
    return (
      <p>
        {t(
          'The keys are set in the environment of the server (STRIPE_SECRET_KEY and others), so they can’t be changed here.',
        )}
      </p>
    )
  return (
    <May use="PUT /api/admin/payment-provider/keys">
      <KeysForm ends={shown.source === 'stored' ? shown.ends : null} isStored={shown.source === 'stored'} />
    </May>
  )
}

function KeysForm({ ends, isStored }: { ends: Provider['keys']['ends']; isStored: boolean }) {
  const [values, setValues] = useState(NONE)
  const [isAsking, setAsking] = useState(false)
  const save = useKeysChange(
    (api, typed: Keys) => api.call('PUT /api/admin/payment-provider/keys', typed),
    'Keys saved',
  )
  const remove = useKeysChange((api) => api.call('DELETE /api/admin/payment-provider/keys'), 'Keys removed')
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const field = (name: Name) => ({
    name,
    type: name === 'publishableKey' ? 'text' : 'password',
    autoComplete: 'off',
    spellCheck: false,
    value: values[name],
    placeholder: PLACEHOLDERS[name],
    hint: ends ? t('Stored. It ends in {name}. Leave empty to keep it.', { name: ends[name] }) : undefined,
    error: errors.find(({ path }) => path === name)?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: target.value }),
  })
  const rejection = errors.length > 0 ? null : rejectionMessage(save.error)
  return (
    <>
      <form
        noValidate
        aria-label={t('Keys')}
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(values, { onSuccess: () => setValues(NONE) })
        }}
      >
        {NAMES.map((name) => (
          <Field key={name} label={LABELS[name]} {...field(name)} />
        ))}
        <p className="text-muted text-sm">
          {t('The keys are tried at Stripe, then stored encrypted. They are never shown again.')}
        </p>
        <Rejection className="">{rejection}</Rejection>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={save.isPending}>
            {t('Check and save keys')}
          </Button>
          {isStored && (
            <Button look="outline" onClick={() => setAsking(true)}>
              {t('Remove keys')}
            </Button>
          )}
        </div>
      </form>
      {isAsking && (
        <ChangeDialog
          title={t('Remove the keys?')}
          submit={t('Remove')}
          isDanger
          change={remove}
          onSubmit={() => remove.mutate({}, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('Shoppers can’t pay until you enter others, and refunds wait.')}</p>
        </ChangeDialog>
      )}
    </>
  )
}

function useKeysChange<I>(send: (api: Api, input: I) => Promise<Provider>, title: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: (provider) => {
      queryClient.setQueryData(paymentProviderQuery(api).queryKey, provider)
      showToast(title)
      return queryClient.invalidateQueries({ queryKey: keys.admin('going-live') })
    },
  })
}
