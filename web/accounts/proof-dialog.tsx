import { type ReactNode, useState } from 'react'
import type { AnswerOf, Api, InputOf } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { signWithPasskey } from './passkey.ts'
import { OwnPassword, SafetyDialog } from './safety-dialog.tsx'

export type Safety = AnswerOf<'GET /api/auth/safety'>
export type Passkey = Safety['passkeys'][number]

type Proof = InputOf<'POST /api/auth/google/remove'>
/** What was typed, or the wish to use a passkey, which is signed when the change is made. */
export type Given = Proof | 'passkey'

/** Turns what the owner chose into a proof. @throws PasskeyError */
export async function proofFrom(api: Api, given: Given): Promise<Proof> {
  if (given !== 'passkey') return given
  return { credential: await signWithPasskey(await api.call('POST /api/auth/passkey-proof/begin')) }
}

/** Asks the owner to prove who they are, in whichever ways their account has. */
export function ProofDialog({
  title,
  submit,
  isDanger,
  safety,
  change,
  onGiven,
  onClose,
  children,
}: {
  title: string
  submit: string
  isDanger?: boolean
  safety: Safety
  change: { isPending: boolean; error: Error | null; reset(): void }
  onGiven(given: Given): void
  onClose(): void
  children: ReactNode
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { hasPassword, passkeys, secondFactor } = safety
  const asksCode = !hasPassword && secondFactor !== null
  return (
    <SafetyDialog
      title={title}
      submit={submit}
      isDanger={isDanger ?? false}
      change={change}
      onClose={onClose}
      onSubmit={() => onGiven(asksCode ? { code } : { password })}
    >
      {children}
      <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
      {asksCode && (
        <Field
          label="Code"
          autoComplete="one-time-code"
          spellCheck={false}
          hint="From your authenticator app, or one of your recovery codes."
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      {!hasPassword && !asksCode && passkeys.length === 0 && (
        <p className="text-muted text-sm">
          For your security, this needs a sign-in within the last ten minutes.
        </p>
      )}
      {passkeys.length > 0 && (
        <Button
          look="outline"
          disabled={change.isPending}
          onClick={() => {
            change.reset()
            onGiven('passkey')
          }}
        >
          Use a passkey instead
        </Button>
      )}
    </SafetyDialog>
  )
}
