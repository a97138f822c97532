import { Spinner } from '../ui/spinner.tsx'

/** While it is checked who is here (spec section 2). */
export function Startup() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center">
      <Spinner>Initializing application...</Spinner>
    </div>
  )
}
