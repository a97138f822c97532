import '../admin/styles.css'
import type { ReactNode } from 'react'
import { Guard } from '../accounts/guard.tsx'
import { ProofGate } from '../accounts/proof-gate.tsx'
import { AdminPage } from '../admin/admin-page.tsx'
import { StoreFrame } from '../admin/preview.tsx'
import { Header } from '../layout/header.tsx'
import { Footer } from '../layout/storefront.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: GuardedAdminPage }
}

function GuardedAdminPage() {
  return (
    <Guard access="admin">
      <ProofGate>
        <StoreFrame value={HeaderAndFooter}>
          <AdminPage />
        </StoreFrame>
      </ProofGate>
    </Guard>
  )
}

function HeaderAndFooter({ children }: { children: ReactNode }) {
  return (
    <>
      <Header />
      {children}
      <Footer />
    </>
  )
}
