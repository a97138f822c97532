import { readdirSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify from 'fastify'
import { type Prepared, prepare } from './prepared.ts'

/** Headers of a single response, which Fastify sets itself. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

const STATIC = new URL('static/', import.meta.resolve('@fastify/swagger-ui'))

/**
 * Opens the page that shows an OpenAPI document, in a separate app. openapi.ts imports it when it is first requested,
 * because its packages take time and memory that most starts don't need.
 * @param prefix path of the page
 * @returns a function that returns the response for a path, or undefined if there is none
 */
export async function openApiDocs(
  prefix: string,
  document: object,
): Promise<(path: string) => Promise<Prepared> | undefined> {
  const docs = fastify()
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
  await docs.register(swaggerUi, {
    routePrefix: prefix,
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'",
    uiConfig: { docExpansion: 'list', deepLinking: true },
    theme: { title: 'Plinth API' },
  })
  const files = [...readdirSync(STATIC), 'swagger-initializer.js'].map((name) => `static/${name}`)
  const paths = new Set([prefix, ...['', 'json', 'yaml', ...files].map((name) => `${prefix}/${name}`)])
  const responses = new Map<string, Promise<Prepared>>()

  async function respond(url: string): Promise<Prepared> {
    const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url })
    const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
    return prepare(
      rawPayload,
      Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      statusCode,
    )
  }

  return (path) => {
    if (!paths.has(path)) return undefined
    const known = responses.get(path) ?? respond(path)
    responses.set(path, known)
    return known
  }
}
