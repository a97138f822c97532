import type { ComponentProps } from 'react'
import { Link, type LinkProps } from '../platform/router/link.tsx'

type ButtonStyle = 'primary' | 'outline' | 'quiet' | 'line' | 'danger'

const SHARED =
  'inline-flex min-h-11 items-center gap-2 py-2 font-medium disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50'

const FILLED = 'justify-center rounded-field px-5'

const STYLES: Record<ButtonStyle, string> = {
  primary: `${FILLED} bg-ink text-paper hover:bg-accent active:bg-accent`,
  outline: `${FILLED} border border-control bg-surface text-ink hover:border-ink active:bg-paper`,
  quiet: `${FILLED} text-ink hover:bg-hairline active:bg-hairline`,
  /** Text below a hairline, for the many buttons of a grid. */
  line: 'border-hairline border-t text-left hover:border-ink hover:text-accent',
  danger: `${FILLED} bg-sale text-paper hover:opacity-90`,
}

/** A button. While busy, it is disabled and announced as busy. */
export function Button({
  look = 'primary',
  isBusy = false,
  className = '',
  disabled,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonStyle; isBusy?: boolean }) {
  return (
    <button
      type="button"
      className={`${SHARED} ${STYLES[look]} ${className}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'primary',
  className = '',
  ...rest
}: LinkProps & { look?: ButtonStyle }) {
  return <Link className={`${SHARED} ${STYLES[look]} ${className}`} {...rest} />
}

/** A round icon button of 44 px. `label` is its accessible name. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-200 hover:bg-hairline disabled:opacity-50 ${className}`}
      {...rest}
    />
  )
}
