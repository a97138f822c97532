import { endpoints } from '#contract/endpoints.ts'
import { type Endpoint, mayUse } from '#contract/http.ts'
import { notAllowed } from '../errors.ts'
import type { RequestUser } from '../platform/http/guards.ts'

/** Lists what a member of the staff may do, from the endpoints of the contract. @throws ShopError 403 for a customer */
export function permissionsOf({ staffRole }: Pick<RequestUser, 'staffRole'>) {
  if (staffRole === null) throw notAllowed()
  const allowed = endpoints.flatMap((endpoint: Endpoint) =>
    endpoint.access === 'admin' && mayUse(staffRole, endpoint)
      ? [{ name: `${endpoint.method} ${endpoint.path}`, fields: endpoint.staffFields }]
      : [],
  )
  return {
    staffRole,
    endpoints: allowed.map(({ name }) => name),
    fields: Object.fromEntries(
      allowed.flatMap(({ name, fields }) => {
        const only = staffRole === 'owner' ? undefined : fields?.[staffRole]
        return only ? [[name, [...only]]] : []
      }),
    ),
  }
}
