import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** happy-dom, with the modules transformed as the server's are, since the shop runs in the same process. */
const environment: Environment = { ...builtinEnvironments['happy-dom'], name: 'web', viteEnvironment: 'ssr' }

export default environment
