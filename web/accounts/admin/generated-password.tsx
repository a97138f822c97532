import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { Trans } from '../../ui/trans.tsx'
import { PasswordForm } from '../password-form.tsx'
import { useUser } from '../queries.ts'

/**
 * Requires a new password to replace the generated one. Shown above the page in the demo, and instead of the page
 * otherwise.
 */
export function GeneratedPassword({ children }: { children: ReactNode }) {
  const { user } = useUser()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!user?.mustChangePassword) return children
  // In the demo, the page below has the h1.
  const Heading = shop?.demo ? 'h2' : 'h1'
  return (
    <>
      <section
        aria-labelledby="generated-password"
        className="mb-8 max-w-xl rounded-card border border-hairline bg-surface p-5"
      >
        <Heading id="generated-password" className="type-title">
          {t('Choose a new password')}
        </Heading>
        <p className="mt-2">
          <Trans
            text="The current one was generated when the shop first started and saved in the file <code>admin-password.txt</code> in the data folder."
            parts={{ code: <code className="wrap-anywhere" /> }}
          />
        </p>
        <PasswordForm user={user} />
      </section>
      {shop?.demo && children}
    </>
  )
}
