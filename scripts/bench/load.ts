import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon')

export type Load = { requests: number; perSecond: number }

/** How long to send requests, or how many. */
type Length = { seconds: number } | { requests: number }

/** Requests one URL repeatedly, from a separate process. @throws for any status but 200 */
export async function load(
  url: string,
  { connections, headers, ...length }: Length & { connections: number; headers: Record<string, string> },
): Promise<Load> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      AUTOCANNON,
      ...['--json', '--no-progress', '-c', String(connections)],
      ...('seconds' in length ? ['-d', String(length.seconds)] : ['-a', String(length.requests)]),
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
      url,
    ],
    { maxBuffer: 2 ** 26 },
  )
  const { requests, non2xx, errors } = JSON.parse(stdout)
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} error responses, ${errors} errors`)
  return { requests: requests.total, perSecond: requests.average }
}
