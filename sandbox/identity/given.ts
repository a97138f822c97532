export type Decision = { person: string } | { decision: 'cancel' }

/** A visitor of the shop, as far as a sign-in needs one. */
type Browser = {
  send(request: {
    url: string
  }): Promise<{ status: number; headers: Record<string, string | undefined>; text: string }>
}

/** Signs in at the shop, through its addresses and the provider's pages. @returns what the callback page hands on */
export async function signInAtGoogle(browser: Browser, decision: Decision): Promise<unknown> {
  return comeBack(browser, await decide(await leaveFor(browser), decision))
}

/** @returns the address of the provider to which the shop sends a browser that wants to sign in */
export async function leaveFor(browser: Browser, flow = ''): Promise<string> {
  const { status, headers, text } = await browser.send({ url: `/auth/google/start?flow=${flow}` })
  if (status !== 302 || !headers.location) throw new Error(`The shop sends nobody to the provider: ${text}`)
  return headers.location
}

/**
 * Goes through the provider's pages as a browser with its cookies does, and decides there.
 * @returns the address at the shop to which the provider sends it back
 */
export async function decide(authorizationAddress: string, decision: Decision): Promise<URL> {
  const provider = new URL(authorizationAddress).origin
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: URLSearchParams): Promise<URL> => {
    const answer = await fetch(address, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: form }),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), accept: 'text/html' },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}: ${text}`)
    return new URL(answer.headers.get('location') ?? address, address)
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
  if (!delivery) throw new Error(`The callback page delivers nothing: ${text}`)
  return (JSON.parse(delivery) as { outcome: unknown }).outcome
}
