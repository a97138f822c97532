import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME } from '../platform/paths.ts'
import { FIRST_KEY } from '../platform/router/location.ts'
import { useLocation, useNavigate } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { HeroCrop } from '../settings/hero-crop.tsx'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'

type Article = {
  title: string
  /** The day of the last change, shown for policies (spec section 2). */
  updated?: string
  /** The part of the shop's photograph above the title, as in CSS. */
  crop?: string
  children: ReactNode
}

/** A text page with what search engines read. */
export function TextLayout({
  searchTitle,
  description,
  address,
  ...article
}: Article & {
  /** The title for search engines, if it differs. */
  searchTitle?: string
  description?: string
  address: string
}) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const canonical = shop && `${shop.publicUrl}${address}`
  return (
    <>
      <Head page={searchTitle || article.title} description={description} canonical={canonical} />
      <TextArticle {...article} />
    </>
  )
}

/** Headings, paragraphs, and lists below a part of the shop's photograph. */
export function TextArticle({ title, updated, crop = '60% 70%', children }: Article) {
  return (
    <article className="mx-auto w-full max-w-page px-4 py-6 md:px-8 md:py-10">
      <BackButton />
      <HeroCrop
        position={crop}
        sizes="(min-width: 1280px) 1216px, 200vw"
        className="mt-4 h-40 rounded-card md:h-64"
      />
      <div className="mx-auto mt-near max-w-prose">
        <h1 className="type-heading">{title}</h1>
        {updated && <p className="mt-3 text-muted">{t('Last updated {updated}', { updated })}</p>}
        <div className="rich-text mt-8">{children}</div>
      </div>
    </article>
  )
}

/** Goes back within the shop. Without JavaScript or a previous page, goes to the home page. */
function BackButton() {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === FIRST_KEY
  return (
    <form
      role="none"
      action={HOME}
      onSubmit={(event) => {
        event.preventDefault()
        void (isFirstPage ? navigate(HOME) : navigate(-1))
      }}
    >
      <Button type="submit" look="quiet" className="-ml-3 px-3!">
        <ChevronLeftIcon />
        {t('Back')}
      </Button>
    </form>
  )
}
