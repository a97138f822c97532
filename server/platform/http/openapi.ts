import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/errors.ts'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { notFound } from '../../errors.ts'
import type { openApiDocs } from './api-docs.ts'
import { inTurn } from './fair-turns.ts'
import { type Prepared, prepare, sendPrepared } from './prepared.ts'

type JsonSchema = Record<string, unknown>
type Document = { openapi: string; paths: Record<string, Record<string, unknown>>; [key: string]: unknown }

const DOCS = '/api/docs'
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Serves the OpenAPI 3.1 document, which is generated from the schemas used for validation, and a page to read it. Each
 * is prepared when it is first requested, because they are long and never change.
 */
export function serveOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: string) {
  let document: Document | undefined
  const findDocument = () => (document ??= describeApi(endpoints, publicUrl))
  let json: Prepared | undefined
  app.get('/api/openapi.json', (request, reply) =>
    inTurn(request, () => {
      json ??= prepare(Buffer.from(JSON.stringify(findDocument())), { 'content-type': JSON_TYPE })
      return sendPrepared(request, reply, json)
    }),
  )

  let docs: ReturnType<typeof openApiDocs> | undefined
  for (const path of [DOCS, `${DOCS}/*`]) {
    app.get(path, (request, reply) =>
      inTurn(request, async () => {
        docs ??= import('./api-docs.ts').then(({ openApiDocs }) => openApiDocs(DOCS, findDocument()))
        const response = (await docs)(request.url.split('?')[0] ?? DOCS)
        if (!response) throw notFound('There is no such page.')
        return sendPrepared(request, reply, await response)
      }),
    )
  }
}

function describeApi(endpoints: readonly Endpoint[], publicUrl: string): Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plinth',
      version: '1.0.0',
      description: "The shop's API, as used by its own pages.",
      contact: { name: 'Support', url: `${publicUrl}/contact` },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths: pathsOf(endpoints),
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function pathsOf(endpoints: readonly Endpoint[]): Document['paths'] {
  const paths: Document['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) }
  }
  return paths
}

function describeEndpoint(endpoint: Endpoint) {
  const { properties = {}, required = [] } = jsonSchema(endpoint.input, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const inPath = pathParameters(endpoint.path)
  const { file } = endpoint
  const others = Object.keys(properties).filter((name) => !inPath.includes(name) && name !== file?.field)
  const hasBody = !file && endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && others.length > 0
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
  })
  return {
    operationId: operationId(endpoint),
    summary: /^.*?(?=\.(?: |$)|$)/.exec(endpoint.summary)?.[0],
    description: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: endpoint.access === 'anyone' ? [] : [{ token: [] }],
    ...(endpoint.access === 'admin' && { 'x-staff-roles': ['owner', ...endpoint.staff] }),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(hasBody ? [] : others.map((name) => parameter(name, 'query'))),
    ],
    ...(hasBody ? { requestBody: bodyOf(properties, others, required) } : {}),
    ...(file ? { requestBody: FILE_BODY } : {}),
    responses: {
      [endpoint.status]: content('The response.', jsonSchema(endpoint.response, 'output'), endpoint.media),
      default: content('A refusal.', { $ref: '#/components/schemas/Error' }),
    },
  }
}

const tagOf = ({ path }: Endpoint) => path.split('/')[2] ?? 'shop'

function bodyOf(properties: Record<string, JsonSchema>, names: string[], required: string[]) {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
  }
  return { required: true, content: { 'application/json': { schema } } }
}

const FILE_BODY = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const content = (description: string, schema: object, media = 'application/json') => ({
  description,
  content: { [media]: { schema } },
})

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace('/api/', '')
    .split(/[/:-]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}
