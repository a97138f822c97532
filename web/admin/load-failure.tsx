import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** In place of what could not be loaded, with a way on. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry(): void }) {
  return (
    <Notice role="alert">
      <p>{what} could not be loaded.</p>
      <Button look="outline" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
