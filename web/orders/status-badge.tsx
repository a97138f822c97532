import type { StatusLook } from './status.ts'

/** A status with its icon and colour; the words alone say it, too. */
export function StatusBadge({ look: { label, Icon, colour } }: { look: StatusLook }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-3 py-1 font-medium text-sm ${colour}`}
    >
      <Icon className="size-4" />
      {label}
    </span>
  )
}
