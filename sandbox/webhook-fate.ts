import { type FaultKind, type Faults, takeFault } from './faults.ts'

/** `held` waits for a later one to overtake it, `lost` was never sent by a fault switch. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed' | 'lost'

export const stateWords: Record<DeliveryState, string> = {
  waiting: 'On its way',
  held: 'Held back',
  delivered: 'Delivered',
  failed: 'Given up',
  lost: 'Lost',
}

/** The trouble that webhooks can have on their way, of whichever stand-in. `news`: what they tell of, such as 'an event'. */
export function webhookFaults(news: string): FaultKind[] {
  return [
    { kind: 'webhook-lost', does: `The shop never hears of ${news}.` },
    { kind: 'webhook-late', does: `The shop hears of ${news} later.`, delayMs: 10_000 },
    { kind: 'webhook-doubled', does: `The shop hears of ${news} twice.` },
    {
      kind: 'webhook-reordered',
      does: `The shop hears of ${news} only after the one that follows it, or after this time.`,
      delayMs: 10_000,
    },
  ]
}

interface Fate {
  state: Extract<DeliveryState, 'waiting' | 'held' | 'lost'>
  delayMs: number
  copies: number
}

/** What becomes of one piece of news. Counts the switches it takes, so ask once for each, however many listen. */
export function fateOf(faults: Faults, service: string): Fate {
  if (takeFault(faults, service, 'webhook-lost')) return { state: 'lost', delayMs: 0, copies: 1 }
  const copies = takeFault(faults, service, 'webhook-doubled') ? 2 : 1
  const held = takeFault(faults, service, 'webhook-reordered')
  if (held) return { state: 'held', delayMs: held.delayMs, copies }
  const late = takeFault(faults, service, 'webhook-late')
  return { state: 'waiting', delayMs: late?.delayMs ?? 0, copies }
}
