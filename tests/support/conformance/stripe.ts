import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distinct, type Sample, type Traffic } from './traffic.ts'
import { keepDeclarations } from './typed.ts'

const TYPES = join(import.meta.dirname, '../../../node_modules/stripe/esm')

/**
 * Copies the SDK's declarations with closed unions. The published ones accept any string, since Stripe may add values.
 * @returns the first lines of a file of samples
 */
export function stripeHead(): string[] {
  for (const file of readdirSync(TYPES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(join(TYPES, file), 'utf8')
    keepDeclarations(
      join('stripe', file),
      Buffer.from(text.replace(/^export type OtherString = .*$/m, CLOSED)),
    )
  }
  return ["import type Stripe from './stripe/stripe.esm.node.js'"]
}
const CLOSED = 'export type OtherString = never;'

/** Types by the value of the field `object`. */
const OBJECTS: Record<string, string> = {
  payment_intent: 'Stripe.PaymentIntent',
  charge: 'Stripe.Charge',
  refund: 'Stripe.Refund',
  dispute: 'Stripe.Dispute',
  file: 'Stripe.File',
  confirmation_token: 'Stripe.ConfirmationToken',
  event: 'Stripe.Event',
  balance_transaction: 'Stripe.BalanceTransaction',
  payment_method: 'Stripe.PaymentMethod',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
  balance: 'Stripe.Balance',
  account: 'Stripe.Account',
  payment_method_domain: 'Stripe.PaymentMethodDomain',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  'tax.calculation': 'Stripe.Tax.Calculation',
  'tax.calculation_line_item': 'Stripe.Tax.CalculationLineItem',
  'tax.settings': 'Stripe.Tax.Settings',
  'tax.transaction': 'Stripe.Tax.Transaction',
  'tax.transaction_line_item': 'Stripe.Tax.TransactionLineItem',
}
const NAMES: [RegExp, string][] = [
  [/^payment_intents/, 'PaymentIntent'],
  [/^refunds/, 'Refund'],
  [/^charges/, 'Charge'],
  [/^disputes/, 'Dispute'],
  [/^files/, 'File'],
  [/^radar\/early_fraud_warnings/, 'Radar.EarlyFraudWarning'],
  [/^events/, 'Event'],
  [/^balance_transactions/, 'BalanceTransaction'],
  [/^webhook_endpoints/, 'WebhookEndpoint'],
  [/^payment_methods/, 'PaymentMethod'],
  [/^payment_method_domains/, 'PaymentMethodDomain'],
  [/^tax\/calculations/, 'Tax.Calculation'],
  [/^tax\/transactions/, 'Tax.Transaction'],
]

/**
 * Returns samples of the traffic between servers and Stripe, and the tokens that wallets get. Otherwise, browsers use a
 * smaller API without published types.
 */
export function stripeSamples({ exchanges, webhooks }: Traffic): Sample[] {
  const calls = exchanges.filter(
    ({ url, authorization }) => url.startsWith('/v1/') && keyOf(authorization).startsWith('sk_'),
  )
  const samples: Sample[] = []
  for (const { method, url, type, request, status, response } of calls) {
    const { pathname, search } = new URL(url, 'http://sandbox')
    const where = `${method} ${pathname.replace(/\/\w+_\w{8,}/, '/:id')}`
    const isUpload = type.startsWith('multipart/form-data')
    const params = isUpload ? uploadOf(request) : paramsOf(method === 'GET' ? search.slice(1) : request)
    if (Object.keys(params).length > 0)
      samples.push({ type: paramsType(method, pathname), value: params, where })
    if (status < 300) samples.push(...objectSamples(JSON.parse(response), `${where}, response`))
  }
  for (const { url, status, response } of exchanges) {
    if (url === '/v1/confirmation_tokens' && status < 300)
      samples.push(...objectSamples(JSON.parse(response), 'wallet'))
  }
  for (const { headers, request } of webhooks) {
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'stripe-signature')) continue
    samples.push(...objectSamples(JSON.parse(request), 'webhook'))
  }
  return distinct(samples)
}

function objectSamples(value: { object: string; type?: string; data?: unknown }, where: string): Sample[] {
  if (value.object === 'list') {
    const items = value.data as (typeof value)[]
    const types = [...new Set(items.map((item) => OBJECTS[item.object] ?? 'never'))]
    return [{ type: `Stripe.ApiList<${types.join(' | ') || 'unknown'}>`, value, where }]
  }
  // With a union of all events, the compiler's message wouldn't name the deviating field.
  const type =
    value.object === 'event'
      ? `Extract<Stripe.Event, { type: '${value.type}' }>`
      : (OBJECTS[value.object] ?? 'never')
  return [{ type, value, where }]
}

function paramsType(method: string, pathname: string): string {
  const path = pathname.replace('/v1/', '')
  const name = NAMES.find(([pattern]) => pattern.test(path))?.[1]
  return name ? `Stripe.${name}${verbOf(method, path)}Params` : 'never'
}

/** Returns 'CreateReversal' for `POST tax/transactions/create_reversal`. */
function verbOf(method: string, path: string): string {
  const [id, part] = path
    .replace(/^(tax|radar)\//, '')
    .split('/')
    .slice(1)
  if (method === 'GET') return part ? `List${capital(part)}` : id ? 'Retrieve' : 'List'
  const action = part ?? (id?.startsWith('create_') ? id : undefined)
  if (action) return capital(action)
  return id ? 'Update' : 'Create'
}

/** 'line_items' -> 'LineItems' */
const capital = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function keyOf(authorization: string): string {
  const [scheme, value = ''] = authorization.split(' ')
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString() : value
}

type Param = string | number | boolean | Params | Param[]
type Params = { [name: string]: Param }

/** Texts that can look like a number. */
const TEXTS: ReadonlySet<string> = new Set(['postal_code', 'reference'])

/** Parses `a[b][0]=1` as `{ a: { b: [1] } }`. Forms have no types, so other text like a number or boolean becomes one. */
function paramsOf(form: string): Params {
  const root: Params = {}
  for (const [name, text] of new URLSearchParams(form)) {
    const keys = name.replaceAll(']', '').split('[')
    let at = root
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Params
    }
    const last = keys.at(-1) ?? ''
    at[last] = TEXTS.has(last) ? text : typed(text)
  }
  return listed(root) as Params
}

/** Parses the parts of an upload. A part with a file name is a file, whose content isn't compared. */
function uploadOf(body: string): Params {
  const parts = body.matchAll(
    /name="([^"]*)"(?:; filename="([^"]*)"\r\nContent-Type: ([^\r]*))?\r\n\r\n([^\r]*)/g,
  )
  return Object.fromEntries(
    [...parts].map(([, key = '', name, type = '', text = '']): [string, Param] => [
      key,
      name === undefined ? text : { data: '', name, type },
    ]),
  )
}

function typed(text: string): string | number | boolean {
  if (/^(true|false)$/.test(text)) return text === 'true'
  return /^-?\d+$/.test(text) ? Number(text) : text
}

function listed(value: Param): Param {
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d*$/.test(name))
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}

/** Lists the fields in use that are deprecated in their object's type. */
export function deprecatedFields(samples: Sample[]): string[] {
  const used = new Set<string>()
  for (const { value } of samples) collect(value, used)
  return [...deprecatedNames()]
    .filter(([name]) => used.has(name))
    .map(([name, files]) => `${name} (${files})`)
}

function collect(value: unknown, names: Set<string>) {
  if (value === null || typeof value !== 'object') return
  for (const [name, one] of Object.entries(value)) {
    if (!Array.isArray(value)) names.add(name)
    collect(one, names)
  }
}

const FILES =
  /^(PaymentIntents|Charges|Refunds|Disputes|Events|BalanceTransactions|PaymentMethods|WebhookEndpoints)\.d\.ts$/

function deprecatedNames(): Map<string, string> {
  const folder = join(TYPES, 'resources')
  const names = new Map<string, string>()
  for (const file of readdirSync(folder).filter((one) => FILES.test(one))) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/\* @deprecated(?:(?!\*\/)[\s\S])*\*\/\s*(\w+)\??:/g)) {
      names.set(name, [names.get(name), file.replace('.d.ts', '')].filter(Boolean).join(', '))
    }
  }
  return names
}
