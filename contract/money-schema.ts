import { z } from 'zod'

/** Money in JSON: a decimal string with all decimals of the currency, for example "49.99" in US dollars. */
export const Money = z.string().regex(/^\d+(\.\d{2,3})?$/)

/** An amount in some currency, as text. Whether it is valid, and how many cents it is, depends on the shop's currency. */
export const Decimal = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'Must be an amount such as 49.99')
  .brand<'Decimal'>()
export type Decimal = z.output<typeof Decimal>

/** Money in a request: a number or a string. */
export const MoneyInput = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(Decimal)
