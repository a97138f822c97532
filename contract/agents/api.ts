import { z } from 'zod'
import { CartItem } from '../cart/api.ts'
import { CartQuote } from '../checkout/quote-api.ts'
import { endpoint } from '../http.ts'

/** Lifetime of a checkout link that an agent created (docs/agents.md). */
export const LINK_HOURS = 24

export const AGENT_MESSAGES = {
  noCart: 'Cart not found',
  link: 'This link is no longer valid. Ask your assistant for a new one.',
} as const

const code = z.string().min(1).max(500)

export const previewAgentCart = endpoint({
  method: 'POST',
  path: '/api/agent-carts/preview',
  access: 'anyone',
  isCostly: true,
  summary: "List the items in an agent's cart, identified by the code in its link. Changes nothing.",
  input: z.object({ code }),
  response: z.array(CartItem),
  maxBytes: 2048,
})

export const quoteAgentCart = endpoint({
  method: 'POST',
  path: '/api/agent-carts/quote',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary: "What an agent's cart costs before a destination is known, identified by the code in its link.",
  input: z.object({ code }),
  response: CartQuote,
  maxBytes: 2048,
})

export const takeAgentCart = endpoint({
  method: 'POST',
  path: '/api/agent-carts',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary:
    "Merge an agent's cart into your own, keeping the larger quantity of each product, so repeating the request changes nothing. Sets the `cart` cookie for a visitor. Returns the whole cart.",
  input: z.object({ code }),
  response: z.array(CartItem),
  maxBytes: 2048,
})

export const agentEndpoints = [previewAgentCart, quoteAgentCart, takeAgentCart] as const
