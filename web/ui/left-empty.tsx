import type { ComponentProps } from 'react'

/** A field that people neither see nor reach; what is filled in there was filled in by a program (contract/text.ts). */
export function LeftEmpty(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this field empty
        <input name="leaveEmpty" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  )
}
