import { useEffect, useState } from 'react'
import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { t } from '#contract/language/language.ts'
import { SIGNED_IN_BY } from '#contract/page-forms.ts'
import { Head } from '../platform/head.tsx'
import { AUTH, authForm, HOME } from '../platform/paths.ts'
import { useNavigate, useParameters } from '../platform/router/use-router.ts'
import { HeroCrop } from '../settings/hero-crop.tsx'
import { ShopName } from '../settings/shop-info.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { Trans } from '../ui/trans.tsx'
import { LoginForm, RegisterForm } from './auth-forms.tsx'
import { useGoogleSignIn } from './google-sign-in.ts'
import { passkeyReasonOf, signWithPasskey } from './passkey.ts'
import { useForgetRejectedForm, useRejectedForm } from './rejected-form.tsx'
import { CodeForm, GooglePasswordForm } from './second-step.tsx'
import { useSignIn, useTakeSignIn, welcomeBack } from './sign-in.ts'
import { clearWaitingStep, readWaitingGoogle, readWaitingStep } from './waiting-step.ts'

/** /auth: Login and Register (spec section 2). Both are plain forms until the script has loaded. */
export function AuthPage() {
  const parameters = useParameters()
  const signedInBy = parameters.get(SIGNED_IN_BY)
  return (
    <div className="mx-auto grid w-full max-w-page px-4 py-8 md:px-8 md:py-16 lg:grid-cols-2 lg:gap-24">
      <Head page="Sign in" isPrivate />
      <HeroCrop
        position="88% 50%"
        sizes="(min-width: 1024px) 1200px, 1px"
        className="min-h-[36rem] rounded-card max-lg:hidden"
      />
      <div className="mx-auto w-full max-w-md lg:self-center">
        {signedInBy === null ? <WaysIn /> : <SignedInByForm form={signedInBy} />}
      </div>
    </div>
  )
}

function WaysIn() {
  const parameters = useParameters()
  const [tab, setTab] = useState(parameters.get('form') === 'register' ? 'register' : 'login')
  const rejectedCode = useRejectedForm('code')
  const rejectedLogin = useRejectedForm('login')
  const [step, setStep] = useState(rejectedCode?.values.step ?? rejectedLogin?.values.step ?? null)
  const [google, setGoogle] = useState<FinishedSignIn | null>(null)
  useForgetRejectedForm()
  // Only the browser's storage has these; the server that rendered the page doesn't.
  useEffect(() => {
    setStep((known) => known ?? readWaitingStep())
    setGoogle(readWaitingGoogle())
  }, [])
  const startAnew = () => {
    clearWaitingStep()
    setStep(null)
    setGoogle(null)
  }
  return (
    <>
      <h1 className="type-heading">
        <Trans text="Welcome to <shopName/>" parts={{ shopName: <ShopName /> }} />
      </h1>
      <p className="mt-2 mb-8 text-muted">
        {t('Sign in to save favorites, write reviews, and track your orders.')}
      </p>
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
              { value: 'login', label: t('Login'), content: <LoginForm onStep={setStep} /> },
              { value: 'register', label: t('Register'), content: <RegisterForm /> },
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

/** Shown after a plain form has signed the user in. Claims the session and continues as after any other sign-in. */
function SignedInByForm({ form }: { form: string }) {
  const navigate = useNavigate()
  const { mutate: take } = useTakeSignIn(form, () => void navigate(AUTH, { replace: true }))
  useEffect(() => take(undefined), [take])
  return (
    <>
      <h1 className="type-heading">{t('You are signed in')}</h1>
      <div className="script-only mt-6">
        <Spinner />
      </div>
      <noscript>
        <p className="mt-4">
          {t(
            'Your profile, orders, and favorites need JavaScript. Turn it on within ten minutes and reload this page. Shopping, the cart, and order tracking work without it.',
          )}
        </p>
        <ButtonLink className="mt-6" to={HOME}>
          {t('Continue Shopping')}
        </ButtonLink>
      </noscript>
    </>
  )
}

const LOGO = 'url("/icons/fa-google.svg")'

/** Google sign-in, below the forms (spec section 2). */
function GoogleButton({
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
        {t('or')}
      </p>
      <Button look="outline" className="w-full" isBusy={isPending} onClick={signIn}>
        <span aria-hidden="true" className="glyph size-5" style={{ maskImage: LOGO }} />
        {t('Sign in with Google')}
      </Button>
    </div>
  )
}

/** Passkey sign-in without a password. The device chooses the account. */
function PasskeyButton() {
  const signIn = useSignIn(
    async (api, _input: undefined) => {
      const options = await api.call('POST /api/auth/passkey-sign-in/begin')
      return api.call('POST /api/auth/passkey-sign-in', { credential: await signWithPasskey(options) })
    },
    welcomeBack,
    (error) => showErrorToast('Sign-in failed', passkeyReasonOf(error)),
  )
  return (
    <Button
      look="outline"
      className="mt-3 w-full"
      isBusy={signIn.isPending}
      onClick={() => signIn.mutate(undefined)}
    >
      {t('Sign in with a passkey')}
    </Button>
  )
}
