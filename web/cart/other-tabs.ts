import { useEffect } from 'react'
import { onTokenOfOtherTab } from '../platform/auth-token.ts'

let channel: BroadcastChannel | null = null

/** One for this tab: a message comes to every other one, never to the one that sent it. */
function channelOfTab(): BroadcastChannel {
  channel ??= new BroadcastChannel('plinth-cart')
  return channel
}

/** Says that the cart has changed. */
export function tellOtherTabs() {
  channelOfTab().postMessage('changed')
}

/** Hears that the cart has changed in another tab, or that somebody has signed in or out there. */
export function useOtherTabs(onChange: () => void) {
  useEffect(() => {
    const channel = channelOfTab()
    channel.addEventListener('message', onChange)
    const forget = onTokenOfOtherTab(onChange)
    return () => {
      channel.removeEventListener('message', onChange)
      forget()
    }
  }, [onChange])
}
