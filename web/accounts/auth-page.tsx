import { useState } from 'react'
import { Head } from '../platform/head.tsx'
import { ShopName } from '../settings/shop-name.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CodeForm } from './code-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { GooglePasswordForm } from './google-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { RegisterForm } from './register-form.tsx'
import { forgetWaitingStep, readWaitingGoogle, readWaitingStep } from './waiting-step.ts'

/** /auth: Login and Register (spec section 2). */
export function AuthPage() {
  const [tab, setTab] = useState('login')
  const [step, setStep] = useState(readWaitingStep)
  const [google, setGoogle] = useState(readWaitingGoogle)
  const startAnew = () => {
    forgetWaitingStep()
    setStep(null)
    setGoogle(null)
  }
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page="Sign in" isPrivate />
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
            tabs={[
              { value: 'login', label: 'Login', content: <LoginForm onStep={setStep} /> },
              { value: 'register', label: 'Register', content: <RegisterForm /> },
            ]}
          />
          <GoogleButton onStep={setStep} onPassword={setGoogle} />
          <PasskeyButton />
        </>
      )}
    </div>
  )
}
