import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { subsetFonts } from './scripts/subset-fonts.ts'

/**
 * Libraries change less often than our code, so they have a separate chunk. Code that every page needs and code that
 * several pages share also have their own, because many small chunks compress badly.
 */
const CHUNKS = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/,
    tags: ['$initial' as const],
  },
  { name: 'shop', tags: ['$initial' as const] },
  {
    name: 'parts',
    test: /[\\/]web[\\/](catalog|favorites|ui)[\\/](?!admin[\\/])|[\\/]contract[\\/]catalog[\\/]variants/,
    minShareCount: 2,
  },
  { name: 'cart-parts', test: /[\\/]web[\\/]cart[\\/]/, minShareCount: 2 },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), subsetFonts()],
  publicDir: false,
  appType: 'custom',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        emptyOutDir: true,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          output: { codeSplitting: { groups: CHUNKS } },
        },
      },
    },
    ssr: {
      // The built handler includes its libraries. The dev server lets Node load them.
      resolve: { noExternal: command === 'build' ? true : [] },
      // Otherwise the mode would depend on NODE_ENV at the start, and without it React would render in development
      // mode.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
  builder: {},
}))
