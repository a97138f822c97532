import { AuthPage } from '../accounts/auth-page.tsx'
import { Guard } from '../accounts/guard.tsx'
import { ForgotPasswordPage, ResetPasswordPage, VerifyEmailPage } from '../accounts/mailed-link-pages.tsx'
import type { LoadedRoute } from './routes.tsx'

export function auth(): LoadedRoute {
  return { Component: GuardedAuthPage }
}

export function forgotPassword(): LoadedRoute {
  return { Component: ForgotPasswordPage }
}

export function resetPassword(): LoadedRoute {
  return { Component: ResetPasswordPage }
}

export function verifyEmail(): LoadedRoute {
  return { Component: VerifyEmailPage }
}

function GuardedAuthPage() {
  return (
    <Guard access="visitor">
      <AuthPage />
    </Guard>
  )
}
