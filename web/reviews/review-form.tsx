import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { ReviewText } from '#contract/reviews/api.ts'
import { RATING_DEFAULT } from '#contract/reviews/rules.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { StarPicker } from './star-picker.tsx'

/** 5-star picker, title and comment, with the rules and messages of spec section 5. */
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
      <Field label="Title" error={errors.title?.message} {...register('title')} />
      <TextArea label="Comment" rows={5} error={errors.comment?.message} {...register('comment')} />
      <Button type="submit" className="w-full" isBusy={isBusy}>
        Submit review
      </Button>
    </form>
  )
}
