import { type ComponentProps, useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { BOX, described, type Extra, Labelled } from './field.tsx'

/** A password, hidden until its reader wants to see it. */
export function PasswordField({
  label,
  error,
  hint,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & Extra) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${BOX} pr-16 ${className}`}
          {...described(id, error, hint)}
          {...rest}
        />
        <button
          type="button"
          aria-controls={id}
          aria-pressed={isShown}
          className="script-only absolute inset-y-0 right-0 px-3 text-sm underline underline-offset-4 hover:text-accent"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('Hide') : t('Show')}
        </button>
      </div>
    </Labelled>
  )
}
