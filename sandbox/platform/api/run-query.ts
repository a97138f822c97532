import {
  type DocumentNode,
  execute,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import type { Platform } from '../provider.ts'
import type { ThrottleStatus } from './bucket.ts'
import type { RequestContext } from './context.ts'
import { actualCost, type CostQuestion, requestedCost } from './cost.ts'
import { rootOf } from './root.ts'
import { schema } from './schema.ts'

export interface AskedQuery {
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
}

export interface QueryAnswer {
  data?: unknown
  errors?: readonly object[]
  extensions?: {
    cost?: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: ThrottleStatus }
    search?: RequestContext['searches']
  }
}

/** No query may cost more, however full the bucket is. */
const dearestQuery = 1000

/** From the text of a query to its answer, in the shapes of the platform. */
export async function runQuery(platform: Platform, asked: AskedQuery): Promise<QueryAnswer> {
  const document = readDocument(asked.query)
  if ('errors' in document) return document
  const operation = getOperationAST(document, asked.operationName)
  if (!operation) return refusal('No such operation in the query.', 'BAD_REQUEST')
  const question: CostQuestion = { schema, document, operation, variables: asked.variables }
  const requestedQueryCost = requestedCost(question)
  if (requestedQueryCost > dearestQuery) return tooDear(requestedQueryCost)
  const cost = (actualQueryCost: number | null) => ({
    requestedQueryCost,
    actualQueryCost,
    throttleStatus: platform.bucket.status(),
  })
  if (!platform.bucket.take(requestedQueryCost)) return throttled(cost(null))

  const context: RequestContext = { isBulk: false, searches: [] }
  const { data, errors } = await perform(platform, document, operation, asked, context)
  const actual = data ? actualCost(question, data) : 0
  platform.bucket.giveBack(requestedQueryCost - actual)
  return {
    ...(errors && { errors }),
    data: data ?? null,
    extensions: { cost: cost(actual), ...(context.searches.length > 0 && { search: context.searches }) },
  }
}

function readDocument(query: string): DocumentNode | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    return errors.length > 0 ? { errors } : document
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

function perform(
  platform: Platform,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  asked: AskedQuery,
  contextValue: RequestContext,
) {
  return execute({
    schema,
    document,
    rootValue: rootOf(platform),
    contextValue,
    variableValues: asked.variables,
    operationName: operation.name?.value,
  })
}

function throttled(cost: NonNullable<QueryAnswer['extensions']>['cost']): QueryAnswer {
  return { ...refusal('Throttled', 'THROTTLED'), extensions: { cost } }
}

function tooDear(cost: number): QueryAnswer {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${dearestQuery}).`
  return refusal(message, 'MAX_COST_EXCEEDED', { cost, maxCost: dearestQuery })
}

function refusal(message: string, code: string, more: object = {}): QueryAnswer {
  return { errors: [{ message, extensions: { code, ...more } }] }
}
