import { t } from '#contract/language/language.ts'
import { Button } from '../ui/button.tsx'

type Props = {
  title: string
  message: string
  onRetry(): void
  onBack(): void
}

/** Shown in place of the payment while its taxes or its total are unknown. */
export function TotalFailed({ title, message, onRetry, onBack }: Props) {
  return (
    <section aria-labelledby="payment">
      <h2 id="payment" className="type-title">
        {t('Payment Information')}
      </h2>
      <div role="alert" className="mt-6 warning">
        <p className="font-medium text-sale">{title}</p>
        <p className="mt-1">{message}</p>
      </div>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="outline" onClick={onBack}>
          {t('Back to Shipping')}
        </Button>
        <Button onClick={onRetry}>{t('Try again')}</Button>
      </div>
    </section>
  )
}
