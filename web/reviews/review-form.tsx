import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { ReviewText } from '#contract/reviews/api.ts'
import { RATING_DEFAULT } from '#contract/reviews/rules.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { Star } from '../ui/stars.tsx'

/** Star picker, title, and comment, with the rules and messages of spec section 5. */
export function ReviewForm({
  review = { rating: RATING_DEFAULT, title: '', comment: '' },
  isBusy,
  onSubmit,
}: {
  review?: ReviewText
  isBusy: boolean
  onSubmit(review: ReviewText): void
}) {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(ReviewText),
    defaultValues: review,
  })
  const { errors } = formState
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit((input) => onSubmit(input))}>
      <Controller
        control={control}
        name="rating"
        render={({ field }) => <StarPicker value={field.value ?? RATING_DEFAULT} onChange={field.onChange} />}
      />
      <Field label={t('Title')} error={errors.title?.message} {...register('title')} />
      <TextArea label={t('Comment')} rows={5} error={errors.comment?.message} {...register('comment')} />
      <Button type="submit" className="w-full" isBusy={isBusy}>
        {t('Submit review')}
      </Button>
    </form>
  )
}

/** A group of radio buttons that look like five stars. */
function StarPicker({ value, onChange }: { value: number; onChange(value: number): void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('Rating')}</legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative flex size-11 cursor-pointer items-center justify-center rounded-full text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              aria-label={stars === 1 ? '1 star' : t('{stars} stars', { stars })}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={() => onChange(stars)}
            />
            <Star isFilled={stars <= value} className="size-7" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
