import type { Plugin } from 'vite'

type Modules = Set<string>

/**
 * Bundles what the shop loads at the start into three files: the server, the pages, and what pages share with the server.
 * Tests load the pages without the server. Everything else stays in files that are loaded late.
 * @param entries the ends of the entries' IDs
 */
export function bundleServer(entries: { server: string; pages: string }) {
  let server: Modules = new Set()
  let pages: Modules = new Set()
  let fromPages: Modules = new Set()
  const plugin: Plugin = {
    name: 'plinth-bundle-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildEnd() {
      const imported = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const late = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
      const reached = (end: string, next: (id: string) => readonly string[]) => {
        const entry = [...this.getModuleIds()].filter((id) => id.endsWith(end))
        const found = modulesFrom(entry, next)
        for (const id of entry) found.delete(id)
        return found
      }
      server = reached(entries.server, imported)
      pages = reached(entries.pages, imported)
      fromPages = reached(entries.pages, (id) => [...imported(id), ...late(id)])
    },
    // Stack traces need only positions (server/platform/stack-traces.ts).
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue
        const { sourcesContent: _, ...map } = JSON.parse(String(file.source)) as { sourcesContent?: unknown }
        file.source = JSON.stringify(map)
      }
    },
  }
  const groups = [
    { name: 'shared', test: (id: string) => server.has(id) && fromPages.has(id) },
    { name: 'server', test: (id: string) => server.has(id) },
    { name: 'pages', test: (id: string) => pages.has(id) },
  ]
  return { plugin, groups }
}

function modulesFrom(ids: readonly string[], next: (id: string) => readonly string[]): Modules {
  const found: Modules = new Set(ids)
  // The loop also visits IDs that are added during it.
  for (const id of found) for (const one of next(id)) found.add(one)
  return found
}
