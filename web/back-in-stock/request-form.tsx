import { useId } from 'react'
import { BACK_IN_STOCK_MESSAGES } from '#contract/back-in-stock/rules.ts'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { useApi } from '../platform/api.ts'
import { BACK_IN_STOCK } from '../platform/paths.ts'
import { useMutation } from '../platform/use-query.ts'
import { EmailForm } from '../ui/email-form.tsx'
import { Outcome } from '../ui/feedback.tsx'

/** Requests an email about a sold-out variant. */
export function RequestForm({ variantId }: { variantId: number }) {
  const api = useApi()
  const { user } = useUser()
  const title = useId()
  const request = useMutation({
    mutationFn: (input: { email: string; leaveEmpty: string }) =>
      api.call('POST /api/back-in-stock', { variantId, ...input }),
  })
  if (request.data) return <Outcome>{request.data.message}</Outcome>
  return (
    <EmailForm
      request={request}
      action={BACK_IN_STOCK}
      labelledBy={title}
      email={user?.email}
      invalid={BACK_IN_STOCK_MESSAGES.email}
      button={t('Email me')}
      look="outline"
    >
      <p id={title} className="font-medium text-sm">
        {t('Get one email when it’s back in stock')}
      </p>
      <input type="hidden" name="variantId" value={variantId} />
    </EmailForm>
  )
}
