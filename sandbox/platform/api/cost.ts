import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * The cost of a query. An object costs one point, a mutation ten, and scalars are free. A connection costs less per node the
 * longer it is. The platform publishes no formula; this one fits its known examples, such as 25 points for a product with
 * 250 variants and their inventory items.
 */
export interface CostInput {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/** Returns the cost before a query runs, as if every page were full. */
export function requestedCost(question: CostInput): number {
  return costOf(question, unknownData)
}

/** Returns the cost of the returned objects after a query has run. */
export function actualCost(question: CostInput, data: unknown): number {
  return costOf(question, data)
}

const unknownData = Symbol('unknown')

function costOf(question: CostInput, data: unknown): number {
  const { operation: kind, selectionSet } = question.operation
  if (kind === 'mutation') return 10 * selectionSet.selections.length
  const root = question.schema.getRootType(kind)
  return root ? Math.max(1, Math.round(selectionCost(question, root, selectionSet, data))) : 0
}

/** Named fragments aren't emulated, because the shop uses none. Every inline fragment counts as if it applied. */
function selectionCost(
  question: CostInput,
  parent: GraphQLCompositeType,
  set: SelectionSetNode,
  data: unknown,
): number {
  let cost = 0
  for (const selection of set.selections) {
    if (selection.kind === 'Field') cost += fieldCost(question, parent, selection, data)
    else if (selection.kind === 'InlineFragment') {
      const type = question.schema.getType(selection.typeCondition?.name.value ?? parent.name)
      if (isCompositeType(type)) cost += selectionCost(question, type, selection.selectionSet, data)
    }
  }
  return cost
}

function fieldCost(
  question: CostInput,
  parent: GraphQLCompositeType,
  field: FieldNode,
  data: unknown,
): number {
  const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined
  const type = definition && getNamedType(definition.type)
  const { selectionSet: set } = field
  if (!isCompositeType(type) || !set) return 0
  const found =
    data === unknownData
      ? unknownData
      : (data as Record<string, unknown>)[field.alias?.value ?? field.name.value]
  if (type.name.endsWith('Connection')) return connectionCost(question, type, field, set, found)
  if (found === null || found === undefined) return 1
  const items = Array.isArray(found) ? found.filter((item) => item !== null) : [found]
  return 1 + mean(items.map((item) => selectionCost(question, type, set, item)))
}

function connectionCost(
  question: CostInput,
  type: GraphQLCompositeType,
  field: FieldNode,
  set: SelectionSetNode,
  found: unknown,
): number {
  const nodes = found === unknownData ? [unknownData] : ((found as { nodes?: unknown[] }).nodes ?? [])
  const count = found === unknownData ? firstOf(question, field) : nodes.length
  if (nodes.length === 0) return 1
  const connection = set.selections.find(
    (one): one is FieldNode => one.kind === 'Field' && one.name.value === 'nodes',
  )
  const nodeType = 'getFields' in type ? getNamedType(type.getFields().nodes?.type) : undefined
  const inner = connection?.selectionSet
  const each = nodes.map((node) =>
    isCompositeType(nodeType) && inner ? 1 + selectionCost(question, nodeType, inner, node) : 1,
  )
  return count < 1 ? 0 : Math.round(1 + 2 * Math.log(count)) * mean(each)
}

function firstOf({ variables }: CostInput, field: FieldNode): number {
  const value = field.arguments?.find(({ name }) => name.value === 'first')?.value
  if (value?.kind === 'IntValue') return Number(value.value)
  return value?.kind === 'Variable' ? Number(variables[value.name.value] ?? 0) : 0
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
