import { type ComponentProps, type ReactNode, useId } from 'react'
import { t } from '#contract/language/language.ts'

export const BOX =
  'min-h-11 w-full rounded-field [&[readonly]]:bg-hairline border border-control bg-surface px-3 text-base text-ink placeholder:text-muted aria-invalid:border-sale'

export type Extra = {
  label: string
  /** Error message, announced with the field. */
  error?: string
  hint?: ReactNode
  /** Hides the label visually but not from screen readers. */
  isLabelHidden?: boolean
}

/** A labeled text field with its error next to it. */
export function Field({
  label,
  error,
  hint,
  isLabelHidden,
  className = '',
  ...rest
}: ComponentProps<'input'> & Extra) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint} isLabelHidden={isLabelHidden}>
      <input id={id} className={`${BOX} ${className}`} {...described(id, error, hint)} {...rest} />
    </Labelled>
  )
}

export function TextArea({
  label,
  error,
  hint,
  isLabelHidden,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & Extra) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint} isLabelHidden={isLabelHidden}>
      <textarea id={id} className={`${BOX} py-2 ${className}`} {...described(id, error, hint)} {...rest} />
    </Labelled>
  )
}

export function Select({
  label,
  error,
  hint,
  isLabelHidden,
  className = '',
  ...rest
}: ComponentProps<'select'> & Extra) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} hint={hint} isLabelHidden={isLabelHidden}>
      <select id={id} className={`${BOX} ${className}`} {...described(id, error, hint)} {...rest} />
    </Labelled>
  )
}

export function Labelled({
  id,
  label,
  error,
  hint,
  isLabelHidden,
  children,
}: Extra & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block font-medium text-sm'}>
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-muted text-sm">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sale text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

export function described(id: string, error?: string, hint?: ReactNode) {
  const by = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined }
}

/** A checkbox with a clickable label. */
export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  const id = useId()
  return (
    <span className="inline-flex min-h-11 items-center gap-2">
      <input id={id} type="checkbox" className="size-5 accent-(--accent)" {...rest} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}

/** A honeypot. People neither see nor reach this field, so only a bot fills it in (contract/text.ts). */
export function HoneypotField(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {t('Leave this field empty')}
        <input name="leaveEmpty" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  )
}
