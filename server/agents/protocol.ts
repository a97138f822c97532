import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { ErrorBody } from '#contract/errors.ts'
import { type Caller, tools } from './tools.ts'

// Loaded by the first request to /mcp (routes.ts), because the packages take memory.

const VERSION = '1.0.0'
const INSTRUCTIONS =
  'A shop for desk accessories. Search for products, add them to a cart, and give the shopper the checkout link. They pay on the shop’s own pages.'

/**
 * Handles one message. No state is kept between messages.
 * @param errorOf converts a tool's error to the API's error shape
 */
export async function handleMessage(
  shop: Caller,
  request: Request,
  parsedBody: unknown,
  errorOf: (error: Error) => ErrorBody,
): Promise<Response> {
  const server = new McpServer({ name: 'plinth', version: VERSION }, { instructions: INSTRUCTIONS })
  for (const { name, title, description, input, isReadOnly, run } of tools) {
    const annotations = { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input.shape, annotations }, (values) =>
      run(shop, values as never).then(
        (result) => toolResult(result),
        (error: Error) => ({ ...toolResult(errorOf(error)), isError: true }),
      ),
    )
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** Returns the result both as a structure and as text, because agents differ in which they read. */
function toolResult(result: Record<string, unknown> | ErrorBody) {
  return {
    structuredContent: { ...result },
    content: [{ type: 'text' as const, text: JSON.stringify(result) }],
  }
}
