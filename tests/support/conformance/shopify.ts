import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type IntrospectionQuery,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  NoDeprecatedCustomRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql'
import { schema as sandboxSchema } from '../../../sandbox/platform/api/schema.ts'
import * as documents from '../../../server/sync/documents.ts'
import { fileOfPackage, type NpmPackage } from './npm-file.ts'
import type { Traffic } from './traffic.ts'
import type { Deviation } from './typed.ts'

/** Shopify's package for coding assistants contains the schema of each supported version of the Admin API. */
const SCHEMAS: NpmPackage = {
  name: '@shopify/dev-mcp',
  version: '1.16.0',
  integrity:
    'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==',
}

export function publishedSchema(version: string): GraphQLSchema {
  const text = gunzipSync(fileOfPackage(SCHEMAS, `dist/data/admin_${version}.json.gz`)).toString()
  // Some fields are deprecated in only some of an interface's types, which the library rejects as invalid.
  return buildClientSchema((JSON.parse(text) as { data: IntrospectionQuery }).data, { assumeValid: true })
}

/** `variables` is null to check only the document. */
export type GraphqlExchange = { query: string; variables: Record<string, unknown> | null; data: unknown }

/** Returns each distinct request of the shop with its response, including the query inside a bulk operation. */
export function graphqlExchanges({ exchanges }: Traffic): GraphqlExchange[] {
  return exchanges
    .filter(({ url, status }) => /^\/admin\/api\/[\w-]+\/graphql\.json/.test(url) && status === 200)
    .flatMap(({ request, response }) => {
      const { query, variables } = JSON.parse(request) as GraphqlExchange
      const values = variables ?? {}
      const { data = null } = JSON.parse(response) as { data?: unknown }
      const bulk =
        typeof values.query === 'string' && values.query.trim().startsWith('{') ? values.query : null
      return [
        { query, variables: values, data },
        ...(bulk ? [{ query: bulk, variables: null, data: null }] : []),
      ]
    })
}

/** Returns every GraphQL document of the shop, including those that no end-to-end test uses. */
export function ownDocuments(): GraphqlExchange[] {
  return Object.values(documents).map((query) => ({ query, variables: null, data: null }))
}

export function checkGraphql(schema: GraphQLSchema, exchanges: GraphqlExchange[]) {
  const deviations: Deviation[] = []
  const deprecated = new Set<string>()
  const parsed = new Map<string, DocumentNode>()
  for (const { query, variables, data } of exchanges) {
    const where = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? 'bulk query'
    const note = (what: string) => deviations.push({ where, type: 'Admin API', what })
    let document = parsed.get(query)
    if (!document) {
      document = parse(query)
      parsed.set(query, document)
      for (const { message } of validate(schema, document, specifiedRules)) note(message)
      for (const { message } of validate(schema, document, [NoDeprecatedCustomRule])) deprecated.add(message)
    }
    const operation = getOperationAST(document)
    const root = operation && schema.getRootType(operation.operation)
    if (!operation || !root) continue
    const values = variables && getVariableValues(schema, operation.variableDefinitions ?? [], variables)
    for (const { message } of values?.errors ?? []) note(message)
    if (data !== null) checkSelection(schema, root.name, operation.selectionSet, data, [], note)
  }
  return { deviations, deprecated: [...deprecated], documents: parsed.size }
}

function checkSelection(
  schema: GraphQLSchema,
  typeName: string,
  set: SelectionSetNode,
  value: unknown,
  path: string[],
  note: (what: string) => void,
) {
  const type = schema.getType(typeName)
  for (const selection of set.selections) {
    if (selection.kind === 'FragmentSpread') continue
    if (selection.kind === 'InlineFragment') {
      const condition = selection.typeCondition?.name.value ?? typeName
      const actual = (value as { __typename?: string }).__typename
      // Without __typename, the concrete type of the response is unknown.
      const applies = actual === undefined ? condition === typeName : actual === condition
      if (applies) checkSelection(schema, condition, selection.selectionSet, value, path, note)
      continue
    }
    const name = selection.name.value
    if (name.startsWith('__')) continue
    const field =
      isObjectType(type) || isAbstractType(type)
        ? 'getFields' in type
          ? type.getFields()[name]
          : undefined
        : undefined
    if (!field) continue
    const key = selection.alias?.value ?? name
    checkValue(schema, field.type, selection, (value as Record<string, unknown>)[key], [...path, key], note)
  }
}

function checkValue(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  field: FieldNode,
  value: unknown,
  path: string[],
  note: (what: string) => void,
) {
  const at = path.join('.')
  if (isNonNullType(type)) {
    if (value === null || value === undefined) return note(`${at} is null, but may not be`)
    return checkValue(schema, type.ofType, field, value, path, note)
  }
  if (value === null) return
  if (value === undefined) return note(`${at} is missing`)
  if (isListType(type)) {
    if (!Array.isArray(value)) return note(`${at} is not a list`)
    for (const one of value) checkValue(schema, type.ofType, field, one, path, note)
    return
  }
  if (field.selectionSet)
    return checkSelection(schema, getNamedType(type).name, field.selectionSet, value, path, note)
  if (isEnumType(type) && !type.getValue(String(value)))
    return note(`${at} is ${value}, which ${type.name} lacks`)
  const kind = KINDS[getNamedType(type).name]
  if (kind && !kind.test(`${typeof value} ${value}`)) note(`${at} is ${JSON.stringify(value)}, no ${type}`)
}

const KINDS: Record<string, RegExp> = {
  Boolean: /^boolean /,
  Float: /^number /,
  Int: /^number -?\d+$/,
  ID: /^string gid:\/\/shopify\//,
  String: /^string /,
  DateTime: /^string \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Money: /^string -?\d+\.\d+$/,
  URL: /^string https?:/,
  UnsignedInt64: /^string \d+$/,
}

/** Checks that the emulator's schema is a subset of the published one. */
export function checkSandboxSchema(schema: GraphQLSchema): Deviation[] {
  const deviations: Deviation[] = []
  for (const type of Object.values(sandboxSchema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    const published = schema.getType(type.name)
    const note = (what: string) => deviations.push({ where: 'schema of the sandbox', type: type.name, what })
    if (!published) note('is not published')
    if (isEnumType(type) && isEnumType(published)) {
      for (const { name } of type.getValues())
        if (!published.getValue(name)) note(`has ${name}, which is not published`)
    }
    if (!('getFields' in type) || !published || !('getFields' in published)) continue
    for (const [name, field] of Object.entries(type.getFields())) {
      const other = published.getFields()[name]
      if (!other) note(`${name} is not published`)
      else if (String(other.type) !== String(field.type))
        note(`${name} is ${field.type}, published as ${other.type}`)
    }
  }
  return deviations
}
