import { Spinner } from './spinner.tsx'

/**
 * A small status in a corner that covers nothing that can be pressed. Shown after a fifth of a second: what comes sooner
 * needs no words.
 */
export function Pending({ children }: { children?: string }) {
  return (
    <div className="pending pointer-events-none fixed bottom-4 left-4 z-50 rounded-full border border-hairline bg-surface px-4 py-2 text-sm shadow-float print:hidden">
      <Spinner>{children}</Spinner>
    </div>
  )
}
