import { type Config, readConfig } from '../../server/config.ts'

/**
 * The first admin and the secret key of every test shop. Without these settings, the shop would generate both and write
 * them to a data folder.
 */
export const ADMIN = {
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: 'correct horse battery',
  SECRET_KEY: 'a key for tests, of no use elsewhere',
}

/** Returns the settings of a demo shop for tests, with `changes` to the environment. */
export function testConfig(changes: Record<string, string> = {}): Config {
  return readConfig({ PORT: '3000', DATA_DIR: '/nowhere', LOG_LEVEL: 'silent', ...ADMIN, ...changes })
}

/** Test shops hash passwords at the lowest cost that Argon2 allows. */
export const LIGHT_HASHING = { memoryCost: 8, timeCost: 1 }

/** Tests divide the pauses between attempts and polls by this factor. */
export const PAUSES_SHORTENED = 20
