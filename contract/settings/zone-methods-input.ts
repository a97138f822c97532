import { z } from 'zod'
import { slugOf } from '../catalog/slugs.ts'
import { ShippingPlace } from '../checkout/shipping.ts'
import type { MethodKind, ShippingMethod } from '../pricing/shipping.ts'
import { type Decimal, shownLine } from '../text.ts'
import { amount, amountOrNone, wholeNumber } from '../typed-text.ts'
import { ZONE_LIMITS as LIMITS, ZONE_MESSAGES as SAYS } from './zones.ts'

/** The methods of shipping zones, as the store owner enters them. */

/** One line that isn't empty. */
export const requiredLine = (empty: string, max: number) =>
  shownLine({ min: 1, tooShort: empty, max, tooLong: `At most ${max} characters` })
const Rate = amount(SAYS.rate)
const Days = wholeNumber({ min: 0, max: LIMITS.days, error: SAYS.days })

function noDays(days: unknown): unknown {
  const { from, to } = (days ?? {}) as { from?: unknown; to?: unknown }
  return [from, to].every((day) => typeof day === 'string' && day.trim() === '') ? null : days
}

const bandsOf = (upTo: z.ZodType<number | Decimal>) =>
  z
    .array(z.object({ upTo, rate: Rate }))
    .min(1, SAYS.noBand)
    .max(LIMITS.bands, SAYS.tooManyBands)
    .superRefine((bands, context) => {
      for (const [index, { upTo }] of bands.entries()) {
        const before = bands[index - 1]
        if (before && Number(upTo) <= Number(before.upTo))
          context.addIssue({ code: 'custom', path: [index, 'upTo'], message: SAYS.bandOrder })
      }
    })

const common = {
  /** If omitted, it is generated from the name. */
  id: z.string().max(100).optional(),
  name: requiredLine(SAYS.methodName, LIMITS.name),
  /** Null or two empty strings if unknown. */
  days: z
    .preprocess(
      noDays,
      z
        .object({ from: Days, to: Days })
        .refine(({ from, to }) => from <= to, { path: ['to'], message: SAYS.dayOrder })
        .nullable(),
    )
    .default(null),
}
const paid = {
  ...common,
  rate: Rate,
  freeFrom: amountOrNone
    .refine((amount) => amount === null || Number(amount) > 0, SAYS.freeFrom)
    .default(null),
}

const banded = {
  ...paid,
  /** The rate above all limits, or null or empty if the method isn't offered there. */
  rate: amountOrNone,
}

/** A shipping method of a zone. Amounts stay text, because the shop's currency decides how many cents they are. */
export const MethodInput = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('flat'), ...paid }),
      z.object({
        kind: z.literal('weight'),
        ...banded,
        bands: bandsOf(wholeNumber({ min: 1, max: LIMITS.grams, error: SAYS.grams })),
      }),
      z.object({
        kind: z.literal('value'),
        ...banded,
        bands: bandsOf(amount(SAYS.limit).refine((amount) => Number(amount) > 0, SAYS.limit)),
      }),
      z.object({
        kind: z.literal('pickup'),
        ...common,
        /** If omitted, that of the business. */
        address: ShippingPlace.optional(),
      }),
    ],
    SAYS.kind,
  )
  .transform(methodOf)

type TypedMethod = { kind: MethodKind; id?: string | undefined; name: string } & {
  days: ShippingMethod['days']
  /** Omitted for pickup, which costs nothing. */
  rate?: Decimal | null
  freeFrom?: Decimal | null
  bands?: { upTo: number | Decimal; rate: Decimal }[]
  address?: ShippingPlace | undefined
}

function methodOf({ id = '', rate = null, freeFrom = null, bands = [], address, ...method }: TypedMethod) {
  return {
    id,
    ...method,
    rate,
    freeFrom,
    bands,
    ...(address === undefined ? {} : { address }),
  }
}

/** Keeps known IDs, because orders and open checkouts refer to them. Generates the other IDs from the names. */
export function withIds<M extends { id: string; name: string }>(methods: M[]): M[] {
  const taken = new Set<string>()
  return methods.map((method) => {
    const wanted = /^[a-z0-9-]{1,60}$/.test(method.id) ? method.id : slugOf(method.name) || 'method'
    let id = wanted
    for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`
    taken.add(id)
    return { ...method, id }
  })
}
