import { type CartTools, keepCart } from './queries.ts'

/** What somebody's agent has put together comes into the cart here; a second time changes nothing. @throws ApiError */
export async function takeAgentCart(tools: CartTools, code: string): Promise<void> {
  await keepCart(tools, await tools.api.call('POST /api/agent-carts', { code }))
}
