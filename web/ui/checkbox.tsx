import { type ComponentProps, useId } from 'react'

/** A box to tick with its label; both can be hit. */
export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  const id = useId()
  return (
    <span className="inline-flex min-h-11 items-center gap-2">
      <input id={id} type="checkbox" className="size-5 accent-(--accent)" {...rest} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
