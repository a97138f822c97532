import { t } from '#contract/language/language.ts'
import type { EmailTextKind } from '#contract/settings/email-kinds.ts'
import type { EmailWords } from '#contract/settings/email-texts.ts'
import { useUser } from '../../accounts/queries.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { useMay } from '../../admin/permissions.tsx'
import { useApi } from '../../platform/api.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { StillFrame } from './still-frame.tsx'
import { useDrawnDraft } from './use-drawn-draft.ts'

const WIDTH = 640

type Draft = { kind: EmailTextKind; words: EmailWords }

/** The email with the values of the form and sample data, which can be sent to the admin. */
export function EmailPreview(draft: Draft) {
  const api = useApi()
  const { user } = useUser()
  const may = useMay()
  const { drawn, problem } = useDrawnDraft('POST /api/admin/mail/preview', draft)
  const send = useMutation({
    mutationFn: (to: string) => api.call('POST /api/admin/mail/samples', { ...draft, to }),
    onSuccess: (_sent, to) => showToast(t('Test email sent'), t('To {to}', { to })),
  })
  const rejection = rejectionMessage(send.error)
  return (
    <section aria-label={t('Preview')}>
      <p className="mb-1 font-medium text-sm">{t('Preview with sample data')}</p>
      <p role="status" className="text-muted text-sm">
        {problem || rejection}
      </p>
      <p className="wrap-anywhere mt-2 mb-3">Subject: {drawn?.subject}</p>
      <StillFrame title={t('Email')} width={WIDTH} html={drawn?.html} />
      {user && may('POST /api/admin/mail/samples') && (
        <Button
          look="outline"
          className="mt-3"
          isBusy={send.isPending}
          onClick={() => send.mutate(user.email)}
        >
          {t('Send a test to {email}', { email: user.email })}
        </Button>
      )}
    </section>
  )
}
