import '../admin/styles.css'
import { Guard } from '../accounts/guard.tsx'
import { ProofGate } from '../accounts/proof-gate.tsx'
import { AdminPage } from '../admin/admin-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: GuardedAdminPage }
}

function GuardedAdminPage() {
  return (
    <Guard access="admin">
      <ProofGate>
        <AdminPage />
      </ProofGate>
    </Guard>
  )
}
