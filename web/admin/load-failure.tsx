import { Button } from '../ui/button.tsx'

/** In place of what could not be loaded, with a way on. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry(): void }) {
  return (
    <div role="alert" className="mt-6 rounded-card border border-hairline bg-surface p-6">
      <p>{what} could not be loaded.</p>
      <Button look="outline" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
