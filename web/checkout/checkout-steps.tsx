import { CheckIcon } from '../ui/icons.tsx'

/** Where in the checkout one is. */
export function CheckoutSteps({ isPaying }: { isPaying: boolean }) {
  return (
    <ol className="flex items-center gap-3 text-sm">
      <Step number={1} name="Shipping" isCurrent={!isPaying} isDone={isPaying} />
      <li aria-hidden="true" className="h-px w-10 bg-control" />
      <Step number={2} name="Payment" isCurrent={isPaying} isDone={false} />
    </ol>
  )
}

function Step({
  number,
  name,
  isCurrent,
  isDone,
}: {
  number: number
  name: string
  isCurrent: boolean
  isDone: boolean
}) {
  const look = isCurrent || isDone ? 'border-ink bg-ink text-paper' : 'border-control text-muted'
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`inline-flex size-7 items-center justify-center rounded-full border tabular-nums ${look}`}
      >
        {isDone ? <CheckIcon className="size-4" /> : number}
      </span>
      <span className={isCurrent ? 'font-medium' : 'text-muted'}>
        {name}
        {isDone && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  )
}
