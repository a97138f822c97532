import { AGENT_MESSAGES, LINK_HOURS } from '#contract/agents/api.ts'
import { invalidInput } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { SealError } from '../platform/secret-box.ts'
import type { Shop } from '../shop.ts'

const PURPOSE = 'agents.checkout-link'

type Parts = Pick<Shop, 'config' | 'secrets'>

/** Returns a URL of the shop with an agent's cart, whose id it encrypts, since the id allows changing the cart. */
export function checkoutLink({ config, secrets }: Parts, cartId: string): { url: string; validUntil: Date } {
  const validUntil = new Date(now().getTime() + LINK_HOURS * 3_600_000)
  const code = secrets.seal(`${validUntil.getTime()} ${cartId}`, PURPOSE)
  return { url: `${config.publicUrl}/cart?take=${encodeURIComponent(code)}`, validUntil }
}

/** @returns the cart's id @throws ShopError 400 if the link is invalid or has expired */
export function readLink({ secrets }: Pick<Shop, 'secrets'>, code: string): string {
  const [until = '', cartId = ''] = opened(secrets, code).split(' ')
  if (Number(until) <= now().getTime()) throw notValid()
  return cartId
}

function opened(secrets: Shop['secrets'], code: string): string {
  try {
    return secrets.open(code, PURPOSE)
  } catch (error) {
    if (error instanceof SealError) throw notValid()
    throw error
  }
}

const notValid = () => invalidInput(AGENT_MESSAGES.link)
