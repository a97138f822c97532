import { type ReactNode, useEffect, useId } from 'react'
import { t } from '#contract/language/language.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { NEWSLETTER } from '../platform/paths.ts'
import { reportError } from '../platform/report-error.ts'
import { Link } from '../platform/router/link.tsx'
import { useMutation } from '../platform/use-query.ts'
import { PriceNote, ShopName, TAGLINE, useLook } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { EmailForm } from '../ui/email-form.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Trans } from '../ui/trans.tsx'
import { Header } from './header.tsx'
import { useMenus } from './menus.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The layout of every storefront page. */
export function Storefront({ children }: { children: ReactNode }) {
  return (
    <>
      <Announcement />
      <Header />
      <main id="main" tabIndex={-1} className="min-h-dvh outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}

/** The store owner's announcement. */
function Announcement() {
  const { text, link } = useLook()?.announcement ?? {}
  if (!text) return null
  return (
    <aside
      aria-label={t('Announcement')}
      className="bg-accent px-4 py-2 text-center text-paper text-sm print:hidden"
    >
      {link ? (
        <a className="underline underline-offset-4 focus-visible:outline-paper" href={link}>
          {text}
        </a>
      ) : (
        text
      )}
    </aside>
  )
}

/** Shown while the user is loading (spec section 2). */
export function Startup() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center">
      <Spinner>{t('Initializing application...')}</Spinner>
    </div>
  )
}

/** Shown instead of a page whose code failed (spec sections 2 and 8). */
export function ErrorFallback({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error])
  return (
    <section className="mx-auto max-w-xl px-4 py-24 text-center" role="alert">
      <Head title={t('Something went wrong')} />
      <h1 className="type-heading">{t('Something went wrong')}</h1>
      <p className="mt-4 text-muted">
        {t('The application encountered an error. Please try refreshing the page.')}
      </p>
      <pre className="wrap-anywhere mt-6 whitespace-pre-wrap rounded-card border border-hairline bg-surface p-4 text-left text-sm">
        {error instanceof Error ? error.message : t('Unknown error')}
      </pre>
      <Button className="mt-8" onClick={() => window.location.reload()}>
        {t('Refresh Page')}
      </Button>
    </section>
  )
}

export function Footer() {
  const look = useLook()
  const { footer } = useMenus()
  return (
    <footer className="mt-apart border-hairline border-t">
      <div
        className={`mx-auto grid max-w-page gap-10 px-4 py-12 sm:grid-cols-2 md:px-8 ${footer.length > 2 ? 'lg:grid-cols-[2fr_1fr_1fr_1fr_2fr]' : 'lg:grid-cols-[2fr_1fr_1fr_2fr]'}`}
      >
        <div>
          <p className="type-title">
            <ShopName />
          </p>
          <p className="mt-3 max-w-xs text-muted">{look?.tagline ?? TAGLINE}</p>
          {look?.social && <SocialLinks links={look.social} />}
          <ThemeSwitch className="mt-4" />
        </div>
        <FooterMenu columns={footer} />
        <NewsletterForm />
      </div>
      <PriceNote className="px-4 pb-4 text-center" before={t('All prices ')} />
      <p className="border-hairline border-t px-4 py-5 text-center text-muted text-sm">
        {look?.copyright ?? (
          <Trans text="© 2025 <shopName/>. All rights reserved." parts={{ shopName: <ShopName /> }} />
        )}
      </p>
    </footer>
  )
}

const FOOTER_LINK = 'inline-flex min-h-8 tap items-center text-muted hover:text-ink hover:underline'

/** The columns of links in the footer. */
function FooterMenu({ columns }: { columns: ReturnType<typeof useMenus>['footer'] }) {
  return columns.map(({ title, links }) => (
    <nav key={title} aria-label={title}>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-2">
        {links.map(([label, to]) => (
          <li key={label}>
            <Link className={FOOTER_LINK} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ))
}

/** The shop's profiles on other sites. */
function SocialLinks({ links }: { links: [label: string, url: string][] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-4">
      {links.map(([label, url]) => (
        <li key={url}>
          <a className={FOOTER_LINK} href={url}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Requests the newsletter. Never shows whether the email address is known. */
function NewsletterForm() {
  const api = useApi()
  const title = useId()
  const subscribe = useMutation({
    mutationFn: (input: { email: string; leaveEmpty: string }) => api.call('POST /api/newsletter', input),
  })
  return (
    <EmailForm
      request={subscribe}
      action={NEWSLETTER}
      labelledBy={title}
      invalid={NEWSLETTER_MESSAGES.email}
      button={t('Subscribe')}
    >
      <h2 id={title} className="text-base">
        {t('Newsletter')}
      </h2>
      <p className="mt-2 text-muted text-sm">{t('New arrivals and the occasional offer.')}</p>
    </EmailForm>
  )
}
