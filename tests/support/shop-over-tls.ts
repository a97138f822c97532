import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { selfSigned } from './certificate.ts'
import { ADMIN } from './config.ts'
import { freePorts, type ShopProcess, startShopProcess } from './shop-process.ts'

/**
 * Starts the shop outside the demo at an https URL, as live keys require, behind a TLS proxy like Caddy. The sandbox emulates
 * Stripe, and sends its webhooks through the proxy, too, since it trusts the certificate.
 */
export async function startShopOverTls(prepared: string): Promise<ShopProcess> {
  const [port = 0] = await freePorts(1)
  const certificate = selfSigned()
  const proxy = createServer(certificate, (client) => forward(client, port)).listen(0)
  await once(proxy, 'listening')
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'plinth-tls-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, certificate.cert)
  const settings = { ...ADMIN, PORT: String(port), PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: file }
  const shop = await startShopProcess(settings, prepared, 'tests/support/real-shop.ts')
  return {
    ...shop,
    url,
    async stop() {
      await shop.stop()
      proxy.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Either side may reset its connection at any time, which ends the other one. */
function forward(client: TLSSocket, port: number) {
  const shop = connect(port, '127.0.0.1')
  client.on('error', () => shop.destroy())
  shop.on('error', () => client.destroy())
  client.pipe(shop).pipe(client)
}
