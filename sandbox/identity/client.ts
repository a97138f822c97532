/** The shop, as the provider knows it. The shop's demo settings hold the same two values. */
export const demoClient = { id: 'plinth-demo', secret: 'plinth-demo-secret' }

export function callbackAddress(shopUrl: string): string {
  return `${shopUrl}/auth/google/callback`
}
