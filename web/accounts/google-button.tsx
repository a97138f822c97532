import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { Button } from '../ui/button.tsx'
import { useGoogleSignIn } from './google-sign-in.ts'

const LOGO = 'url("/icons/fa-google.svg") center / contain no-repeat'

/** The other way in, below the forms (spec section 2). */
export function GoogleButton({
  onStep,
  onPassword,
}: {
  onStep(step: string): void
  onPassword(signIn: FinishedSignIn): void
}) {
  const { signIn, isPending } = useGoogleSignIn(onStep, onPassword)
  return (
    <div className="mt-8">
      <p className="mb-6 flex items-center gap-4 text-muted before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        or
      </p>
      <Button look="outline" className="w-full" isBusy={isPending} onClick={signIn}>
        <span aria-hidden="true" className="size-5 bg-current" style={{ mask: LOGO }} />
        Sign in with Google
      </Button>
    </div>
  )
}
