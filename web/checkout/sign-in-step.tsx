import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { useApi } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { AUTH, authForm, CHECKOUT, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

/** Returns true in a shop that takes orders only from signed-in customers, unless the user is known. */
export function useNeedsSignIn(): boolean {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { user } = useUser()
  return shop?.needsAccount === true && !user
}

/** Shown to a visitor instead of the first step. The sign-in brings the cart along, and leads back. */
export function SignInStep() {
  const { isChecking } = useUser()
  const isHere = useHasScript()
  if (isHere && isChecking && readToken() !== null) return <Spinner>{t('Loading...')}</Spinner>
  return (
    <section aria-labelledby="sign-in" className="script-only" inert={!isHere}>
      <h2 id="sign-in" className="type-title">
        {t('Sign in to check out')}
      </h2>
      <p className="mt-2 max-w-xl text-muted">
        {t('You need an account to order here. Your cart stays the same, and you return to this page.')}
      </p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to={AUTH} state={{ from: CHECKOUT }}>
          {t('Sign in')}
        </ButtonLink>
        <ButtonLink look="outline" to={authForm('register')} state={{ from: CHECKOUT }}>
          {t('Create an account')}
        </ButtonLink>
      </div>
      <p className="mt-3">
        <Link to={HOME} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('Back to Home')}
        </Link>
      </p>
    </section>
  )
}
