import { z } from 'zod'
import { CartItem } from '../cart/api.ts'
import { endpoint } from '../http.ts'

/** A checkout link of the agent channel (docs/agents.md) lets in for so long. */
export const LINK_HOURS = 24

export const AGENT_MESSAGES = {
  noCart: 'Cart not found',
  link: 'This link is no longer valid. Please ask for a new one.',
} as const

const code = z.string().min(1).max(500)

export const previewAgentCart = endpoint({
  method: 'POST',
  path: '/api/agent-carts/preview',
  access: 'anyone',
  summary: "Items in an agent's cart, by the code of its link. Changes nothing.",
  input: z.object({ code }),
  answer: z.array(CartItem),
  maxBytes: 2048,
})

export const takeAgentCart = endpoint({
  method: 'POST',
  path: '/api/agent-carts',
  access: 'anyone',
  isQuiet: true,
  summary:
    "What an agent has put together comes into one's own cart: of each product the larger quantity, so that a second time changes nothing. Sets the `cart` cookie for a visitor. Answers the whole cart.",
  input: z.object({ code }),
  answer: z.array(CartItem),
  maxBytes: 2048,
})

export const agentEndpoints = [previewAgentCart, takeAgentCart] as const
