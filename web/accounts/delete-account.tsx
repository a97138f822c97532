import { useState } from 'react'
import { ERASURE } from '#contract/accounts/erasure.ts'
import { t } from '#contract/language/language.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { clearToken } from '../platform/auth-token.ts'
import { HOME } from '../platform/paths.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { saveToastForReload, showErrorToast } from '../ui/toast-store.ts'
import { AccountSection } from './account-layout.tsx'
import { AccountName } from './proof-dialog.tsx'
import type { User } from './queries.ts'

/** Downloads the user's data, or deletes the account after listing the deleted and the retained data. */
export function DeleteAccount({ user }: { user: User }) {
  const api = useApi()
  const [isAsking, setAsking] = useState(false)
  const download = useMutation({
    mutationFn: () => api.call('GET /api/auth/my-data'),
    onSuccess: (data) => saveAsFile(JSON.stringify(data, null, 2), 'plinth-my-data.json'),
    onError: (error) => showErrorToast('Download failed', reasonOf(error, 'Please try again.')),
  })
  return (
    <AccountSection id="my-data" title={t('Your data')}>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          {t('Download my data')}
        </Button>
        <Button look="outline" className="text-sale!" onClick={() => setAsking(true)}>
          {t('Delete my account')}
        </Button>
      </div>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={t('Delete my account')}>
        <Confirmation user={user} onCancel={() => setAsking(false)} />
      </Modal>
    </AccountSection>
  )
}

function Confirmation({ user, onCancel }: { user: User; onCancel(): void }) {
  const api = useApi()
  const [password, setPassword] = useState('')
  const erase = useMutation({
    mutationFn: () => api.call('POST /api/auth/delete-account', { password }),
    onSuccess: () => {
      saveToastForReload('Account deleted', 'Your account and its data have been deleted.')
      clearToken()
      window.location.assign(HOME)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        erase.mutate()
      }}
    >
      <p>{t('This can’t be undone. We’ll delete:')}</p>
      <ul className="mt-2 list-disc pl-5">
        {ERASURE.erased.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p className="mt-4">{t('We’ll keep:')}</p>
      <ul className="mt-2 list-disc pl-5">
        {ERASURE.kept.map(({ what, why }) => (
          <li key={what}>
            {what}. {why}
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <AccountName username={user.username} />
        <PasswordField
          label={t('Your password')}
          autoComplete="current-password"
          required
          value={password}
          error={erase.error ? reasonOf(erase.error, 'Please try again.') : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={onCancel}>
          {t('Keep account')}
        </Button>
        <Button type="submit" look="danger" isBusy={erase.isPending}>
          {t('Delete account')}
        </Button>
      </div>
    </form>
  )
}

function saveAsFile(text: string, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
