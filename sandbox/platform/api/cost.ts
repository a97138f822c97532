import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * What a query costs. An object is one point, scalars are free, a change is ten. A connection costs its nodes, but
 * fewer of them the longer it gets: the platform publishes no formula, and this one meets what it has been seen to
 * ask, 25 points for a product with 250 variants and their inventory items.
 */
export interface CostQuestion {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/** Before it runs: as if every page was full. */
export function requestedCost(question: CostQuestion): number {
  return Math.max(1, Math.round(costOf(question, notAsked)))
}

/** Afterwards: by what was found. */
export function actualCost(question: CostQuestion, data: unknown): number {
  return Math.max(1, Math.round(costOf(question, data)))
}

const notAsked = Symbol('not asked')

function costOf(question: CostQuestion, data: unknown): number {
  const root = question.schema.getRootType(question.operation.operation)
  if (!root) return 0
  if (question.operation.operation === 'mutation')
    return 10 * question.operation.selectionSet.selections.length
  return selectionCost(question, root, question.operation.selectionSet, data)
}

function selectionCost(
  question: CostQuestion,
  parent: GraphQLCompositeType,
  set: SelectionSetNode,
  data: unknown,
): number {
  let common = 0
  // Of the types that something may be, the dearest counts.
  let dearest = 0
  for (const selection of set.selections) {
    if (selection.kind === 'Field') {
      common += fieldCost(question, parent, selection, data)
      continue
    }
    const fragment =
      selection.kind === 'FragmentSpread' ? fragmentNamed(question, selection.name.value) : selection
    const name = fragment?.typeCondition?.name.value
    const type = name ? question.schema.getType(name) : parent
    if (!fragment || !isCompositeType(type)) continue
    const cost = selectionCost(question, type, fragment.selectionSet, data)
    if (isAbstractType(parent) && type !== parent) dearest = Math.max(dearest, cost)
    else common += cost
  }
  return common + dearest
}

function fieldCost(
  question: CostQuestion,
  parent: GraphQLCompositeType,
  field: FieldNode,
  data: unknown,
): number {
  const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined
  const type = definition && getNamedType(definition.type)
  if (!definition || !isCompositeType(type) || !field.selectionSet) return 0
  const found = foundAt(field, data)
  if (type.name.endsWith('Connection')) return connectionCost(question, type, field, found)
  if (found === null || found === undefined) return 1
  const inner = field.selectionSet
  if (isListType(definition.type) || Array.isArray(found))
    return 1 + mean(itemsOf(found).map((item) => selectionCost(question, type, inner, item)))
  return 1 + selectionCost(question, type, inner, found)
}

function connectionCost(
  question: CostQuestion,
  type: GraphQLCompositeType,
  field: FieldNode,
  found: unknown,
): number {
  const cost = (node: unknown) => 1 + nodesCost(question, type, field.selectionSet, node)
  if (found === notAsked) return sized(firstOf(question, field)) * cost(notAsked)
  const nodes = nodesIn(found)
  return nodes.length === 0 ? 1 : sized(nodes.length) * mean(nodes.map(cost))
}

/** What is asked of each node, by `nodes` and by `edges`. */
function nodesCost(
  question: CostQuestion,
  parent: GraphQLCompositeType,
  set: SelectionSetNode | undefined,
  node: unknown,
): number {
  let cost = 0
  for (const selection of set?.selections ?? []) {
    if (selection.kind !== 'Field' || !selection.selectionSet || !('getFields' in parent)) continue
    const type = getNamedType(parent.getFields()[selection.name.value]?.type)
    if (!isCompositeType(type)) continue
    if (selection.name.value === 'edges') cost += nodesCost(question, type, selection.selectionSet, node)
    else if (/^nodes?$/.test(selection.name.value))
      cost += selectionCost(question, type, selection.selectionSet, node)
  }
  return cost
}

function sized(count: number): number {
  return count < 1 ? 0 : Math.round(1 + 2 * Math.log(count))
}

function firstOf({ variables }: CostQuestion, field: FieldNode): number {
  const value = field.arguments?.find(({ name }) => name.value === 'first')?.value
  if (value?.kind === 'IntValue') return Number(value.value)
  return value?.kind === 'Variable' ? Number(variables[value.name.value] ?? 0) : 0
}

function fragmentNamed({ document }: CostQuestion, name: string): FragmentDefinitionNode | undefined {
  return document.definitions.find(
    (one): one is FragmentDefinitionNode => one.kind === 'FragmentDefinition' && one.name.value === name,
  )
}

function foundAt(field: FieldNode, data: unknown): unknown {
  if (data === notAsked) return notAsked
  return (data as Record<string, unknown>)[field.alias?.value ?? field.name.value]
}

function nodesIn(found: unknown): unknown[] {
  const { nodes, edges } = found as { nodes?: unknown[]; edges?: { node?: unknown }[] }
  return nodes ?? edges?.map(({ node }) => node) ?? []
}

function itemsOf(found: unknown): unknown[] {
  return Array.isArray(found) ? found.filter((item) => item !== null) : [found]
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
