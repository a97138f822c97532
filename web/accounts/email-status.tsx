import { Button } from '../ui/button.tsx'
import { useResendVerification } from './profile.ts'
import type { User } from './queries.ts'

/** What is still to be done about the e-mail address, if anything. */
export function EmailStatus({ user }: { user: User }) {
  const resend = useResendVerification()
  if (user.emailVerified && !user.pendingEmail) return null
  return (
    <div className="rounded-card border border-hairline bg-surface p-4">
      <p>
        {user.pendingEmail
          ? `Your new address ${user.pendingEmail} takes effect once you open the link that we emailed to it.`
          : `Please open the link that we emailed to ${user.email}, so that we know the address is yours.`}
      </p>
      <Button look="outline" className="mt-3" isBusy={resend.isPending} onClick={() => resend.mutate()}>
        Send the email again
      </Button>
    </div>
  )
}
