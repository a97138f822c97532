import { useState } from 'react'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Button } from '../../ui/button.tsx'
import { type ListedUser, useChangeUser } from './queries.ts'

type Change = {
  title: string
  text: string
  role?: 'admin' | 'customer'
  isBlocked?: boolean
  secondFactor?: null
}

const RESET: Change = {
  title: 'Reset authenticator app',
  secondFactor: null,
  text: 'For whoever has lost the app and the recovery codes: make sure that it is them who ask. They sign in without a code then, and all their sign-ins end.',
}

/** Promote, demote, block and unblock, each asked for first (contract section 6). */
export function CustomerActions({ user }: { user: ListedUser }) {
  const [asked, setAsked] = useState<Change | null>(null)
  const change = useChangeUser()
  const close = () => {
    change.reset()
    setAsked(null)
  }
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {changesOf(user).map((one) => (
        <Button key={one.title} look="outline" onClick={() => setAsked(one)}>
          {one.title}
        </Button>
      ))}
      {asked && (
        <ChangeDialog
          title={`${asked.title}: ${user.username}?`}
          submit={asked.title}
          isDanger={asked.isBlocked === true || asked.role === 'customer' || asked.secondFactor === null}
          change={change}
          onClose={close}
          onSubmit={() =>
            change.mutate(
              asked.secondFactor === null
                ? { id: user.id, secondFactor: null }
                : { id: user.id, role: asked.role, isBlocked: asked.isBlocked },
              { onSuccess: close },
            )
          }
        >
          <p>{asked.text}</p>
        </ChangeDialog>
      )}
    </div>
  )
}

function changesOf({ role, isBlocked, hasSecondFactor }: ListedUser): Change[] {
  return [
    role === 'admin'
      ? {
          title: 'Make customer',
          role: 'customer',
          text: 'They can no longer open the admin. All their sign-ins end.',
        }
      : {
          title: 'Make administrator',
          role: 'admin',
          text: 'They can change everything in this shop. All their sign-ins end, and they need a long password.',
        },
    isBlocked
      ? { title: 'Unblock', isBlocked: false, text: 'They can sign in again.' }
      : { title: 'Block', isBlocked: true, text: 'They are signed out at once and cannot sign in.' },
    ...(hasSecondFactor ? [RESET] : []),
  ]
}
