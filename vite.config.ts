import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleServer } from './scripts/build-chunks.ts'
import { loadLate } from './scripts/build-late-packages.ts'
import { subsetFonts } from './scripts/subset-fonts.ts'

/**
 * Libraries change less often than our code, so they have a separate chunk. Code that every page needs and code that
 * several pages share also have their own, because many small chunks compress badly.
 */
const CHUNKS = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-query|query-core))[\\/]/,
    tags: ['$initial' as const],
  },
  { name: 'shop', tags: ['$initial' as const] },
  {
    name: 'parts',
    test: /[\\/]web[\\/](catalog|favorites|ui)[\\/](?!admin[\\/])|[\\/]contract[\\/]catalog[\\/]variants|[\\/](contract|platform)[\\/]dates\.ts/,
    minShareCount: 2,
  },
  { name: 'cart-parts', test: /[\\/]web[\\/]cart[\\/]/, minShareCount: 2 },
]

/** Packages with native code or files that they find by their own path, and those of the dev server. */
const NOT_BUNDLED = [
  '@fastify/middie',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  // It needs a polyfill before its first module, which a bundle doesn't load first.
  '@simplewebauthn/server',
  'sharp',
  'vite',
]

const bundled = bundleServer({ server: '/server/main.ts', pages: '/web/entry-server.tsx' })

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), subsetFonts(), bundled.plugin, loadLate()],
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
    // The server with the pages that it renders. Both are in one graph, so they share the contract and their libraries.
    ssr: {
      // The built server includes its libraries, and the dev server lets Node load them.
      resolve: { noExternal: command === 'build' ? true : [], external: NOT_BUNDLED },
      // Otherwise the mode would depend on NODE_ENV at the start, and without it React would render in development
      // mode.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        sourcemap: 'hidden',
        rolldownOptions: {
          input: { main: 'server/main.ts', 'entry-server': 'web/entry-server.tsx' },
          // `npm start` installs no packages of the dev server, and one that isn't there must be left out, too.
          external: NOT_BUNDLED,
          // All files are in one folder, two levels below the root (server/platform/root.ts).
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            codeSplitting: { groups: bundled.groups },
            comments: false,
            charset: 'ascii',
            minify: { compress: false, mangle: { toplevel: true, keepNames: true }, codegen: true },
          },
        },
      },
    },
  },
  builder: {},
}))
