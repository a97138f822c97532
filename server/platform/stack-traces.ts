import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/**
 * Makes stack traces name the sources of the built server. A source map is read when the first stack that needs it is, because
 * Node's own option reads all of them at the start, and keeps them.
 */
export function nameSourcesInStacks() {
  const maps = new Map<string, SourceMap | null>()
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n')

  function describe(frame: NodeJS.CallSite): string {
    const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
    const text = frame.toString()
    if (!file?.startsWith(FOLDER) || line === null || column === null) return text
    const entry = mapOf(file)?.findEntry(line - 1, column - 1)
    if (!entry || !('originalSource' in entry)) return text
    const { originalSource, originalLine, originalColumn } = entry
    const source = new URL(originalSource, file).href
    return text.replace(`${file}:${line}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`)
  }

  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file)
    if (known !== undefined) return known
    const map = readMap(new URL(`${file}.map`))
    maps.set(file, map)
    return map
  }
}

/** Of the files of this program. */
const FOLDER = new URL('.', import.meta.url).href

function readMap(file: URL): SourceMap | null {
  if (!existsSync(file)) return null
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
}
