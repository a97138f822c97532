import {
  type DocumentNode,
  GraphQLError,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { schema } from '../api/schema.ts'

/** A query made ready to be walked page by page. */
export interface BulkQuery {
  document: DocumentNode
  /** What the answer calls its one connection. */
  root: string
  /** What the answer calls the connections inside: their nodes get lines of their own. */
  connections: ReadonlySet<string>
}

const mostConnections = 5
const deepest = 3

/** Checks what a bulk operation may ask, and says what is wrong with it in a sentence. */
export function readBulkQuery(query: string): BulkQuery | { message: string } {
  const document = readDocument(query)
  if ('message' in document) return document
  const [operation, ...others] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [root, ...more] = operation?.selectionSet.selections ?? []
  if (!operation || others.length > 0 || operation.operation !== 'query')
    return { message: 'A bulk operation takes exactly one query.' }
  if (root?.kind !== Kind.FIELD || more.length > 0)
    return { message: 'A bulk query has exactly one field at its top.' }

  const found = findConnections(document)
  if ('message' in found) return found
  if (!found.names.has(nameOf(root))) return { message: 'A bulk query must ask for a connection.' }
  return {
    document: withPages(document),
    root: nameOf(root),
    connections: new Set([...found.names].filter((name) => name !== nameOf(root))),
  }
}

function readDocument(query: string): DocumentNode | { message: string } {
  try {
    const document = parse(query)
    const [error] = validate(schema, document)
    return error ? { message: `Invalid bulk query: ${error.message}` } : document
  } catch (error) {
    if (error instanceof GraphQLError) return { message: `Invalid bulk query: ${error.message}` }
    throw error
  }
}

function nameOf(field: { alias?: { value: string }; name: { value: string } }): string {
  return field.alias?.value ?? field.name.value
}

function findConnections(document: DocumentNode): { names: Set<string> } | { message: string } {
  const names = new Set<string>()
  const types = new TypeInfo(schema)
  let depth = 0
  let count = 0
  let message: string | undefined
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          if (!isConnection(types)) return
          names.add(nameOf(field))
          count += 1
          depth += 1
          if (depth > deepest) message ??= 'Connections of a bulk query nest at most two levels deep.'
        },
        leave() {
          if (isConnection(types)) depth -= 1
        },
      },
      SelectionSet(set) {
        const parent = types.getParentType()
        const fields = set.selections.filter((one) => one.kind === Kind.FIELD)
        const holds = fields.some((field) => {
          const type = parent && 'getFields' in parent && parent.getFields()[field.name.value]?.type
          return type && getNamedType(type).name.endsWith('Connection')
        })
        const hasId = fields.some((field) => nameOf(field) === 'id' && field.name.value === 'id')
        if (depth > 0 && holds && !hasId)
          message ??= "Who holds a nested connection must select its 'id' field without an alias."
      },
    }),
  )
  if (count > mostConnections) message ??= `A bulk query has at most ${mostConnections} connections.`
  return message === undefined ? { names } : { message }
}

function isConnection(types: TypeInfo): boolean {
  const type = types.getType()
  return type !== null && type !== undefined && getNamedType(type).name.endsWith('Connection')
}

const pages = parse(
  'query ($bulkAfter: String) { page(first: 250, after: $bulkAfter) { bulkPage: pageInfo { hasNextPage endCursor } } }',
)
const [pageOperation] = pages.definitions as OperationDefinitionNode[]
const [pageField] = pageOperation?.selectionSet.selections ?? []

/** Every connection gives as much as it can; the one at the top is told where to go on. */
function withPages(document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  if (pageField?.kind !== Kind.FIELD) throw new Error('The page of a bulk query is no field')
  const [first, after] = pageField.arguments ?? []
  let depth = 0
  return visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: {
        leave: (operation) => ({
          ...operation,
          variableDefinitions: pageOperation?.variableDefinitions ?? [],
        }),
      },
      Field: {
        enter() {
          if (isConnection(types)) depth += 1
        },
        leave(field) {
          if (!isConnection(types)) return
          depth -= 1
          const kept = field.arguments?.filter(
            ({ name }) => !['first', 'last', 'after', 'before'].includes(name.value),
          )
          const own = depth === 0 ? [first, after] : [first]
          const set = field.selectionSet
          return {
            ...field,
            arguments: [...(kept ?? []), ...own.filter((one) => one !== undefined)],
            ...(depth === 0 &&
              set && {
                selectionSet: {
                  ...set,
                  selections: [...set.selections, ...(pageField.selectionSet?.selections ?? [])],
                },
              }),
          }
        },
      },
    }),
  )
}
