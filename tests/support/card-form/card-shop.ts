import { createServer } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { listen } from '../../../sandbox/listen.ts'

/** Serves the card form from a separate origin, with a content security policy as strict as a shop's. */
export async function openCardShop(sandboxUrl: string) {
  const script = await bundle()
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    `frame-src ${sandboxUrl}`,
    `connect-src ${sandboxUrl}`,
    "style-src 'self'",
    "img-src 'self' data:",
  ].join('; ')
  const server = createServer((request, response) => {
    const isScript = request.url === '/card-form.js'
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : pageAt(request.url ?? '/', sandboxUrl))
  })
  const port = await listen(server, 0, '127.0.0.1', 'none')
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'card-form.tsx') },
    },
  })
  const output = 'output' in built ? built.output : []
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('The card form was not bundled')
  return entry.code
}

function pageAt(address: string, sandboxUrl: string): string {
  const isForm = address.startsWith('/?')
  const scripts = `<script src="${sandboxUrl}/stripe.js"></script><script type="module" src="/card-form.js"></script>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body><main><h1>${isForm ? 'Card shop' : 'Thanks'}</h1><div id="root"></div></main>${isForm ? scripts : ''}</body></html>`
}
