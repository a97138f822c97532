import { AuthPage } from '../accounts/auth-page.tsx'
import { Guard } from '../accounts/guard.tsx'
import { JoinPage } from '../accounts/join-page.tsx'
import { UndoEmailChangePage, VerifyEmailPage } from '../accounts/link-pages.tsx'
import { ForgotPasswordPage, ResetPasswordPage } from '../accounts/mailed-link-pages.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

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

export function undoEmailChange(): LoadedRoute {
  return { Component: UndoEmailChangePage }
}

export function join(): LoadedRoute {
  return { Component: JoinPage }
}

function GuardedAuthPage() {
  return (
    <Guard access="visitor">
      <AuthPage />
    </Guard>
  )
}
