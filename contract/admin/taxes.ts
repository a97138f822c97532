import { z } from 'zod'
import { endpoint } from '../http.ts'

const DAY = 'Must be a date, such as 2026-10-01'
/** PostgreSQL has no year 0. */
const Day = z.iso.date(DAY).regex(/^20/, DAY)
/** An amount, negative if the period has more refunds than sales. */
const SignedMoney = z.string().regex(/^-?\d+(\.\d{2,3})?$/)

/** The tax of one country and rate, computed from the quotes of paid orders, less refunds. */
export const TaxTotal = z.object({
  country: z.string(),
  region: z.string().nullable(),
  name: z.string(),
  /** A percentage, such as '19%'. */
  rate: z.string(),
  /** The net amount that the tax was computed from. */
  taxable: SignedMoney,
  tax: SignedMoney,
})
export type TaxTotal = z.infer<typeof TaxTotal>

export const TaxPeriod = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' })
export type TaxPeriod = z.output<typeof TaxPeriod>

export const getTaxReport = endpoint({
  method: 'GET',
  path: '/api/admin/taxes',
  access: 'admin',
  summary: 'Tax by country and rate for orders paid between two days in UTC, less refunds in that period.',
  input: TaxPeriod,
  response: z.array(TaxTotal),
})

export const exportTaxReport = endpoint({
  method: 'GET',
  path: '/api/admin/taxes/export',
  access: 'admin',
  summary: 'The tax report as a CSV file.',
  input: TaxPeriod,
  response: z.string(),
  media: 'text/csv',
})

export const exportOss = endpoint({
  method: 'GET',
  path: '/api/admin/taxes/oss',
  access: 'admin',
  summary:
    "VAT by EU country for a quarter, without the shop's own country, as a CSV file for the One-Stop-Shop return.",
  input: z.object({
    quarter: z.string().regex(/^20\d\d-Q[1-4]$/, 'Must be a quarter, such as 2026-Q4'),
  }),
  response: z.string(),
  media: 'text/csv',
})

export const taxReportEndpoints = [getTaxReport, exportTaxReport, exportOss] as const
