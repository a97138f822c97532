import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance } from 'fastify'

/**
 * Opens the page that shows an OpenAPI document, in a separate app. openapi.ts imports it when it is first requested,
 * because its packages take time and memory that most starts don't need.
 * @param prefix path of the page
 */
export async function openApiDocs(prefix: string, document: object): Promise<FastifyInstance> {
  const docs = fastify()
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
  await docs.register(swaggerUi, {
    routePrefix: prefix,
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'",
    uiConfig: { docExpansion: 'list', deepLinking: true },
    theme: { title: 'Plinth API' },
  })
  return docs
}
