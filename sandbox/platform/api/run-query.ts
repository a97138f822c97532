import { execute, getOperationAST } from 'graphql'
import { bulkFields } from '../bulk/bulk-fields.ts'
import { catalogQueries } from '../catalog/catalog-queries.ts'
import { adjustmentFields } from '../inventory/adjust.ts'
import { demoShop, type Platform, readPlatformSettings } from '../provider.ts'
import { webhookFields } from '../webhooks.ts'
import type { ThrottleStatus } from './bucket.ts'
import type { RequestContext } from './connections.ts'
import { costOf } from './cost.ts'
import { readDocument, schema } from './schema.ts'

export interface QueryRequest {
  query: string
  variables: Record<string, unknown>
}

export interface QueryResponse {
  data?: unknown
  errors?: readonly object[]
  extensions?: {
    cost?: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: ThrottleStatus }
  }
}

/** Maximum cost of a query, even if the bucket has more points. */
const MAX_COST = 1000

/** Runs a query within the cost limits, and responds in the platform's format. */
export async function runQuery(
  platform: Platform,
  { query, variables }: QueryRequest,
): Promise<QueryResponse> {
  const document = readDocument(query)
  if ('errors' in document) return document
  const operation = getOperationAST(document)
  if (!operation) return rejection('Exactly one operation is required.', 'BAD_REQUEST')
  const requestedQueryCost = costOf(schema, operation, variables)
  if (requestedQueryCost > MAX_COST) {
    const message = `Query cost is ${requestedQueryCost}, which exceeds the single query max cost limit (${MAX_COST}).`
    return rejection(message, 'MAX_COST_EXCEEDED', { cost: requestedQueryCost, maxCost: MAX_COST })
  }
  const { bucket } = platform
  const isAffordable = bucket.consume(requestedQueryCost)
  const actualQueryCost = isAffordable ? requestedQueryCost : null
  const extensions = { cost: { requestedQueryCost, actualQueryCost, throttleStatus: bucket.status() } }
  if (!isAffordable) return { ...rejection('Throttled', 'THROTTLED'), extensions }

  const contextValue: RequestContext = { bulk: null }
  const { data, errors } = await execute({
    schema,
    document,
    rootValue: rootOf(platform),
    contextValue,
    variableValues: variables,
  })
  return { ...(errors && { errors }), data: data ?? null, extensions }
}

/** All fields of the query and mutation roots. */
export function rootOf(platform: Platform) {
  return {
    ...catalogQueries(platform),
    ...webhookFields(platform),
    ...bulkFields(platform),
    ...adjustmentFields(platform),
    shop: shopFields(platform),
  }
}

function shopFields({ store }: Platform) {
  const { currencyCode, taxesIncluded } = readPlatformSettings(store)
  return { name: demoShop.name, currencyCode, taxesIncluded }
}

function rejection(message: string, code: string, more: object = {}): QueryResponse {
  return { errors: [{ message, extensions: { code, ...more } }] }
}
