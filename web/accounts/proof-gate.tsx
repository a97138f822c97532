import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { type Api, ApiError, ApiProvider, type InputOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { signWithPasskey } from './passkey.ts'
import { OwnPassword, SafetyDialog } from './proof-dialog.tsx'
import { safetyQuery } from './security.ts'

/**
 * If the server rejects calls made within it with `proof_needed`, they wait while a dialog asks for the proof, and are
 * then repeated. If the dialog is closed, they fail as usual.
 */
export function ProofGate({ children }: { children: ReactNode }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<((isProven: boolean) => void)[]>([])
  const gated = useMemo(() => {
    const prove = () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setAsking(true)
      })
    // An owner may begin to require a second factor while the admin is open. The admin's page then requests it.
    const onFactorNeeded = () => void queryClient.invalidateQueries({ queryKey: keys.user })
    return withProof(api, prove, onFactorNeeded)
  }, [api, queryClient])
  const settle = (isProven: boolean) => {
    setAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(isProven)
  }
  return (
    <>
      <ApiProvider value={gated}>{children}</ApiProvider>
      {isAsking && <ProofDialog onProven={() => settle(true)} onClose={() => settle(false)} />}
    </>
  )
}

function withProof(api: Api, prove: () => Promise<boolean>, onFactorNeeded: () => void): Api {
  async function repeated<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'second_factor_needed') onFactorNeeded()
      if (code !== 'proof_needed' || !(await prove())) throw error
      return call()
    }
  }
  return {
    call: (...args) => repeated(() => api.call(...args)),
    callForText: (...args) => repeated(() => api.callForText(...args)),
    callForPieces: (...args) => repeated(() => api.callForPieces(...args)),
    callPaged: (...args) => repeated(() => api.callPaged(...args)),
  }
}

function ProofDialog({ onProven, onClose }: { onProven(): void; onClose(): void }) {
  const api = useApi()
  const { data: safety } = useQuery(safetyQuery(api))
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [usesCode, setUsesCode] = useState(false)
  const prove = useMutation({
    mutationFn: (proof: InputOf<'POST /api/auth/proof'>) => api.call('POST /api/auth/proof', proof),
    onSuccess: onProven,
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const options = await api.call('POST /api/auth/passkey-proof/begin')
      return api.call('POST /api/auth/proof', { credential: await signWithPasskey(options) })
    },
    onSuccess: onProven,
  })
  const asksForCode = safety?.secondFactor != null && (usesCode || !safety.hasPassword)
  return (
    <SafetyDialog
      title={t('Confirm it’s you')}
      submit={t('Confirm')}
      change={{
        isPending: prove.isPending,
        error: prove.error ?? byPasskey.error,
        reset: () => {
          prove.reset()
          byPasskey.reset()
        },
      }}
      onSubmit={() => prove.mutate(asksForCode ? { code } : { password })}
      onClose={onClose}
    >
      <p>{t('You’re about to do something sensitive. We won’t ask again for 15 minutes.')}</p>
      {!safety && <Spinner />}
      {safety && !asksForCode && (
        <OwnPassword hasPassword={safety.hasPassword} value={password} onChange={setPassword} />
      )}
      {asksForCode && (
        <Field
          label={t('Code from your authenticator app')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {safety?.secondFactor && safety.hasPassword && (
          <Button look="outline" onClick={() => setUsesCode(!usesCode)}>
            {usesCode ? t('Use your password') : t('Use a code')}
          </Button>
        )}
        {safety && safety.passkeys.length > 0 && (
          <Button
            look="outline"
            isBusy={byPasskey.isPending}
            onClick={() => {
              prove.reset()
              byPasskey.mutate()
            }}
          >
            {t('Use a passkey')}
          </Button>
        )}
      </div>
    </SafetyDialog>
  )
}
