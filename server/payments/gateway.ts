import { Histogram, type Metric } from 'prom-client'
import { asStep } from '../platform/trace.ts'
import type { TaxRequest } from '../pricing/pricing.ts'
import type { StripeSettings } from '../stripe-settings.ts'
import type { KeySource } from './key-source.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'
import { openStripe } from './stripe.ts'

/** Opens the shop's payment provider. @param shopId marks the shop's objects there */
export function openGateway(settings: StripeSettings, shopId: string, keys?: KeySource): PaymentGateway {
  return openStripe(settings, shopId, keys)
}

/** Tells the store owner about errors that only they can fix. */
type Reports = {
  /** The provider rejects the shop's key. */
  unauthorized(error: ProviderError): Promise<void>
  /** The provider calculates no taxes, which stops every checkout. */
  taxesRefused(error: ProviderError): Promise<void>
  /** The provider rejects an amount that its published minimum allows. */
  tooSmall(error: ProviderError): Promise<void>
}

/** Wraps a gateway so that each call is timed, counted by outcome, and part of the trace. */
export function measureGateway(
  gateway: PaymentGateway,
  report: Reports,
): { gateway: PaymentGateway; seconds: Metric } {
  const seconds = new Histogram({
    name: 'plinth_card_provider_seconds',
    help: 'Duration of requests to the payment provider by call and outcome: ok, away, broken, unauthorized, too-small, refused',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 20],
    registers: [],
  })
  function timed<A extends unknown[], R>(call: string, run: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      const stopTimer = seconds.startTimer({ call })
      try {
        const result = await asStep(`payment provider ${call}`, { kind: 'call' }, () => run(...args))
        stopTimer({ outcome: 'ok' })
        return result
      } catch (error) {
        stopTimer({ outcome: error instanceof ProviderError ? error.kind : 'failed' })
        if (error instanceof ProviderError) {
          if (error.kind === 'unauthorized') await report.unauthorized(error)
          if (error.kind === 'too-small') await report.tooSmall(error)
        }
        throw error
      }
    }
  }
  return {
    seconds,
    gateway: {
      ...gateway,
      get publishableKey() {
        return gateway.publishableKey
      },
      get isLive() {
        return gateway.isLive
      },
      createIntent: timed('open-intent', gateway.createIntent),
      updateIntent: timed('change-intent', gateway.updateIntent),
      findIntent: timed('find-intent', gateway.findIntent),
      cancelIntent: timed('cancel-intent', gateway.cancelIntent),
      createRefund: timed('create-refund', gateway.createRefund),
      findRefund: timed('find-refund', gateway.findRefund),
      findOwnRefund: timed('find-own-refund', gateway.findOwnRefund),
      findDispute: timed('find-dispute', gateway.findDispute),
      uploadEvidence: timed('upload-evidence', gateway.uploadEvidence),
      submitEvidence: timed('answer-dispute', gateway.submitEvidence),
      findWarning: timed('find-warning', gateway.findWarning),
      findCharge: timed('find-charge', gateway.findCharge),
      findFailedCharge: timed('find-failed-charge', gateway.findFailedCharge),
      countDeclines: timed('count-declines', gateway.countDeclines),
      hasEvent: timed('find-event', gateway.hasEvent),
      sendReceipt: timed('send-receipt', gateway.sendReceipt),
      findTaxSetup: timed('find-tax-setup', gateway.findTaxSetup),
      calculateTaxes: timed('calculate-taxes', async (request: TaxRequest) => {
        try {
          return await gateway.calculateTaxes(request)
        } catch (error) {
          if (error instanceof ProviderError && error.kind === 'refused') await report.taxesRefused(error)
          throw error
        }
      }),
      recordSale: timed('record-sale', gateway.recordSale),
      reverseSale: timed('reverse-sale', gateway.reverseSale),
    },
  }
}
