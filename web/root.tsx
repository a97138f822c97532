import { Outlet, ScrollRestoration } from 'react-router'
import { DemoBanner } from './layout/demo-banner.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'

/** What stands around every page. */
export function Root() {
  return (
    <>
      <DemoBanner />
      <Header />
      <main id="main" className="mx-auto w-full max-w-[1280px] px-4 py-8 md:px-8">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  )
}
