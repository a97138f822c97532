import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { NODE } from './processes.ts'

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon')

/** Times in milliseconds, except `perSecond`. */
export type Load = { requests: number; perSecond: number; p50: number; p99: number }

/** Requests one URL repeatedly, from a separate process. @throws for any status but 200 */
export async function load(
  url: string,
  {
    seconds,
    connections,
    headers,
  }: { seconds: number; connections: number; headers: Record<string, string> },
): Promise<Load> {
  const { stdout } = await promisify(execFile)(
    NODE,
    [
      AUTOCANNON,
      ...['--json', '--no-progress', '-d', String(seconds), '-c', String(connections)],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
      url,
    ],
    { maxBuffer: 2 ** 26 },
  )
  const { requests, latency, non2xx, errors } = JSON.parse(stdout)
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} error responses, ${errors} errors`)
  return { requests: requests.total, perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}
