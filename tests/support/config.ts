import { type Config, readConfig } from '../../server/config.ts'

/** Settings of a demo shop for tests, with `changes` to the environment. */
export function testConfig(changes: Record<string, string> = {}): Config {
  return readConfig({ PORT: '3000', DATA_DIR: '/nowhere', LOG_LEVEL: 'silent', ...changes })
}
