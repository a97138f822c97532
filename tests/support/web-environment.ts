import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** happy-dom, with modules transformed as for the server, because the shop runs in the same process. */
const environment: Environment = { ...builtinEnvironments['happy-dom'], name: 'web', viteEnvironment: 'ssr' }

export default environment
