import { resolve } from 'node:path'

export interface Settings {
  host: string
  /** 0 for any free port. */
  port: number
  smtpPort: number
  /** The sandbox's public URL, without a trailing slash. If omitted, derived from host and port. */
  url?: string
  /** Null to keep all data in memory. */
  dataDir: string | null
  /** URL of the shop, without a trailing slash. */
  shopUrl: string
  /** File that records all traffic. */
  trafficFile?: string
}

/** Settings for tests: any free ports, and nothing on disk. */
export const inMemory: Settings = {
  host: '127.0.0.1',
  port: 0,
  smtpPort: 0,
  dataDir: null,
  shopUrl: 'http://localhost:3000',
}

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const shopPort = readPort(env, 'PORT', 3000)
  const port = readPort(env, 'SANDBOX_PORT', portAfter(shopPort))
  return {
    host: env.SANDBOX_HOST || env.HOST || '127.0.0.1',
    port,
    smtpPort: readPort(env, 'SANDBOX_SMTP_PORT', portAfter(port)),
    dataDir: resolve(env.DATA_DIR || './data'),
    shopUrl: readAddress(env, 'PUBLIC_URL') ?? `http://localhost:${shopPort}`,
    url: readAddress(env, 'SANDBOX_URL'),
    trafficFile: env.SANDBOX_TRAFFIC_FILE || undefined,
  }
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] || String(fallback)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new Error(`${name} must be a port from 0 to 65535, but is '${text}'`)
  }
  return port
}

function portAfter(port: number): number {
  return port === 0 ? 0 : port + 1
}

function readAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`${name} must be an http or https address, but is '${text}'`)
  }
  return text.replace(/\/+$/, '')
}
