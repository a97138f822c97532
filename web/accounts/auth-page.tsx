import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { SIGNED_IN_BY } from '#contract/page-forms.ts'
import { AUTH, authForm, HOME } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'
import { ShopName } from '../settings/shop-name.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CodeForm } from './code-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { GooglePasswordForm } from './google-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { RegisterForm } from './register-form.tsx'
import { useForgetRejectedForm, useRejectedForm } from './rejected-form.tsx'
import { useTakeSignIn } from './sign-in.ts'
import { forgetWaitingStep, readWaitingGoogle, readWaitingStep } from './waiting-step.ts'

/** /auth: Login and Register (spec section 2). Both are plain forms until the script is here. */
export function AuthPage() {
  const [parameters] = useSearchParams()
  const signedInBy = parameters.get(SIGNED_IN_BY)
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page="Sign in" isPrivate />
      {signedInBy === null ? <WaysIn /> : <SignedInByForm form={signedInBy} />}
    </div>
  )
}

function WaysIn() {
  const [parameters] = useSearchParams()
  const [tab, setTab] = useState(parameters.get('form') === 'register' ? 'register' : 'login')
  const rejectedCode = useRejectedForm('code')
  const rejectedLogin = useRejectedForm('login')
  const [step, setStep] = useState(rejectedCode?.values.step ?? rejectedLogin?.values.step ?? null)
  const [google, setGoogle] = useState<FinishedSignIn | null>(null)
  useForgetRejectedForm()
  // What waits in the browser's storage, the server that rendered the page doesn't know.
  useEffect(() => {
    setStep((known) => known ?? readWaitingStep())
    setGoogle(readWaitingGoogle())
  }, [])
  const startAnew = () => {
    forgetWaitingStep()
    setStep(null)
    setGoogle(null)
  }
  return (
    <>
      <h1 className="text-4xl">
        Welcome to <ShopName />
      </h1>
      <p className="mt-2 mb-8 text-muted">Sign in to keep favorites, write reviews and follow your orders.</p>
      {step !== null && <CodeForm step={step} onEnd={startAnew} />}
      {step === null && google && <GooglePasswordForm signIn={google} onStep={setStep} onEnd={startAnew} />}
      {step === null && !google && (
        <>
          <Tabs
            name="Sign in or sign up"
            value={tab}
            onChange={setTab}
            addressOf={authForm}
            tabs={[
              { value: 'login', label: 'Login', content: <LoginForm onStep={setStep} /> },
              { value: 'register', label: 'Register', content: <RegisterForm /> },
            ]}
          />
          <div className="script-only">
            <GoogleButton onStep={setStep} onPassword={setGoogle} />
            <PasskeyButton />
          </div>
        </>
      )}
    </>
  )
}

/** A plain form has signed somebody in: the script takes the session over, and the page goes on as after any sign-in. */
function SignedInByForm({ form }: { form: string }) {
  const navigate = useNavigate()
  const { mutate: take } = useTakeSignIn(form, () => void navigate(AUTH, { replace: true }))
  useEffect(() => take(undefined), [take])
  return (
    <>
      <h1 className="text-4xl">You are signed in</h1>
      <div className="script-only mt-6">
        <Spinner />
      </div>
      <noscript>
        <p className="mt-4">
          Your profile, orders and favorites need JavaScript: turn it on within ten minutes and reload this
          page. Shopping, the cart and order tracking work without it.
        </p>
        <ButtonLink className="mt-6" to={HOME}>
          Continue Shopping
        </ButtonLink>
      </noscript>
    </>
  )
}
