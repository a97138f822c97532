import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { ENCRYPTION_LABELS, MAIL_ENCRYPTIONS } from '#contract/settings/mail-server.ts'
import { type Api, ApiError, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { settingsQuery } from '../../settings/admin/use-save-section.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ChangeDialog, rejectionMessage } from '../changes.tsx'
import { May } from '../permissions.tsx'
import { mailQuery } from '../queries.ts'

type Mail = ResponseOf<'GET /api/admin/mail'>
type Server = InputOf<'PUT /api/admin/mail/server'>
type Name = Exclude<keyof Server, 'encryption'>

/** A form for an owner to enter the mail server, unless the environment sets it. The password is write-only. */
export function MailServer({ mail }: { mail: Mail }) {
  if (mail.source === 'environment')
    return (
      <p className="text-muted text-sm">
        {t(
          'The mail server is set in the environment of the server (SMTP_URL), so it can’t be changed here.',
        )}
      </p>
    )
  return (
    <May use="PUT /api/admin/mail/server">
      <ServerForm key={mail.server} entered={mail.entered} />
    </May>
  )
}

function ServerForm({ entered }: { entered: Mail['entered'] }) {
  const [values, setValues] = useState({
    host: entered?.host ?? '',
    port: String(entered?.port ?? 465),
    encryption: entered?.encryption ?? MAIL_ENCRYPTIONS[0],
    username: '',
    password: '',
    from: entered?.from ?? '',
  })
  const [isAsking, setAsking] = useState(false)
  const save = useServerChange(
    (api, server: Server) => api.call('PUT /api/admin/mail/server', server),
    'Mail server saved',
  )
  const remove = useServerChange((api) => api.call('DELETE /api/admin/mail/server'), 'Mail server removed')
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const field = (name: Name) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    error: errors.find(({ path }) => path === name)?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: target.value }),
  })
  const kept = entered?.hasPassword ? 'Stored. Leave both empty to keep them.' : undefined
  return (
    <>
      <form
        noValidate
        aria-label={t('Mail server')}
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const cleared = { ...values, username: '', password: '' }
          save.mutate(values, { onSuccess: () => setValues(cleared) })
        }}
      >
        <h3 className="text-lg">{t('Mail server')}</h3>
        <Field label={t('Host')} placeholder="mail.example.com" {...field('host')} />
        <Select
          label={t('Encryption')}
          name="encryption"
          value={values.encryption}
          onChange={({ target }) => {
            const encryption = target.value === 'tls' ? 'tls' : 'starttls'
            setValues({ ...values, encryption, port: encryption === 'tls' ? '465' : '587' })
          }}
        >
          {MAIL_ENCRYPTIONS.map((one) => (
            <option key={one} value={one}>
              {ENCRYPTION_LABELS[one]}
            </option>
          ))}
        </Select>
        <Field label={t('Port')} inputMode="numeric" {...field('port')} />
        <Field label={t('Username')} hint={kept} {...field('username')} />
        <Field label={t('Password')} type="password" hint={kept} {...field('password')} />
        <Field
          label={t('Sender address')}
          type="email"
          hint={t('Emails come from this address. Its domain must allow your mail server to send for it.')}
          {...field('from')}
        />
        <p className="text-muted text-sm">
          {t(
            'The shop signs in to the server first, then stores the password encrypted. It is never shown again.',
          )}
        </p>
        <Rejection className="">{errors.length > 0 ? null : rejectionMessage(save.error)}</Rejection>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={save.isPending}>
            {t('Check and save mail server')}
          </Button>
          {entered && (
            <Button look="outline" onClick={() => setAsking(true)}>
              {t('Remove mail server')}
            </Button>
          )}
        </div>
      </form>
      {isAsking && (
        <ChangeDialog
          title={t('Remove the mail server?')}
          submit={t('Remove')}
          isDanger
          change={remove}
          onSubmit={() => remove.mutate({}, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('The shop sends no email until you enter another.')}</p>
        </ChangeDialog>
      )}
    </>
  )
}

function useServerChange<I>(send: (api: Api, input: I) => Promise<Mail>, title: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: (mail) => {
      queryClient.setQueryData(mailQuery(api).queryKey, mail)
      showToast(title)
      return Promise.all(
        [keys.admin('going-live'), settingsQuery(api).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}
