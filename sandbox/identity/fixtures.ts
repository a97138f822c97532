export type Decision = { person: string } | { decision: 'cancel' }

/** The parts of a visitor of the shop that a sign-in needs. */
type Browser = {
  send(request: {
    url: string
  }): Promise<{ status: number; headers: Record<string, string | undefined>; text: string }>
}

/** Signs in to the shop through its URLs and the provider's pages. @returns the payload of the callback page */
export async function signInAtGoogle(browser: Browser, decision: Decision): Promise<unknown> {
  return comeBack(browser, await decide(await leaveFor(browser), decision))
}

/** @returns the provider URL that the shop redirects a sign-in to */
export async function leaveFor(browser: Browser, flow = ''): Promise<string> {
  const { status, headers, text } = await browser.send({ url: `/auth/google/start?flow=${flow}` })
  if (status !== 302 || !headers.location)
    throw new Error(`The shop didn't redirect to the provider: ${text}`)
  return headers.location
}

/**
 * Follows the provider's pages as a browser with cookies would, and submits a decision.
 * @returns the shop URL that the provider redirects to
 */
export async function decide(authorizationAddress: string, decision: Decision): Promise<URL> {
  const provider = new URL(authorizationAddress).origin
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: URLSearchParams): Promise<URL> => {
    const response = await fetch(address, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: form }),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), accept: 'text/html' },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    if (response.status >= 400) throw new Error(`${address} returned ${response.status}: ${text}`)
    return new URL(response.headers.get('location') ?? address, address)
  }
  const consent = await visit(authorizationAddress)
  await visit(consent.href)
  let next = await visit(consent.href, new URLSearchParams(decision))
  while (next.origin === provider) next = await visit(next.href)
  return next
}

export async function comeBack(browser: Browser, callback: URL): Promise<unknown> {
  const { text } = await browser.send({ url: `${callback.pathname}${callback.search}` })
  const delivery = /<script type="application\/json" id="delivery">(.*?)<\/script>/.exec(text)?.[1]
  if (!delivery) throw new Error(`The callback page delivered nothing: ${text}`)
  return (JSON.parse(delivery) as { outcome: unknown }).outcome
}
