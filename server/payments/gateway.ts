import { Histogram, type Metric } from 'prom-client'
import { asStep } from '../platform/trace.ts'
import type { StripeSettings } from '../stripe-settings.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'
import { openStripe } from './stripe.ts'

/** Opens the shop's payment provider. @param shopId marks the shop's objects there */
export function openGateway(settings: StripeSettings, shopId: string): PaymentGateway {
  return openStripe(settings, shopId)
}

/**
 * Wraps a gateway so that each call is timed, counted by outcome, and part of the trace.
 * @param onUnauthorized runs if the provider rejects the shop's key
 */
export function measureGateway(
  cards: PaymentGateway,
  onUnauthorized: (error: ProviderError) => Promise<void>,
): { cards: PaymentGateway; seconds: Metric } {
  const seconds = new Histogram({
    name: 'plinth_card_provider_seconds',
    help: 'Duration of requests to the payment provider by call and outcome: ok, away, broken, unauthorized, refused',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 20],
    registers: [],
  })
  function timed<A extends unknown[], R>(call: string, ask: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      const took = seconds.startTimer({ call })
      try {
        const answer = await asStep(`payment provider ${call}`, { kind: 'call' }, () => ask(...args))
        took({ outcome: 'ok' })
        return answer
      } catch (error) {
        took({ outcome: error instanceof ProviderError ? error.kind : 'failed' })
        if (error instanceof ProviderError && error.kind === 'unauthorized') await onUnauthorized(error)
        throw error
      }
    }
  }
  return {
    seconds,
    cards: {
      ...cards,
      openIntent: timed('open-intent', cards.openIntent),
      changeIntent: timed('change-intent', cards.changeIntent),
      findIntent: timed('find-intent', cards.findIntent),
      cancelIntent: timed('cancel-intent', cards.cancelIntent),
      createRefund: timed('create-refund', cards.createRefund),
      findRefund: timed('find-refund', cards.findRefund),
      findOwnRefund: timed('find-own-refund', cards.findOwnRefund),
      findDispute: timed('find-dispute', cards.findDispute),
      answerDispute: timed('answer-dispute', cards.answerDispute),
      findWarning: timed('find-warning', cards.findWarning),
      findCharge: timed('find-charge', cards.findCharge),
      findFailedCharge: timed('find-failed-charge', cards.findFailedCharge),
      hasSent: timed('find-event', cards.hasSent),
      sendReceipt: timed('send-receipt', cards.sendReceipt),
    },
  }
}
