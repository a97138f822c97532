import type { GoogleOutcome } from '#contract/google-flow.ts'

/** What the script of the callback page is told, so that it needs to know nothing. */
export type Delivery = {
  /** Where the page that opened the popup listens; null in the whole window. */
  channel: string | null
  /** Of the session storage, where the outcome waits when there is no such page. */
  key: string
  outcome: GoogleOutcome
  next: string
}

/** Runs in the browser, sent there as text: it can use nothing from around it. */
export function deliverOutcome() {
  const text = document.getElementById('delivery')?.textContent ?? ''
  const { channel, key, outcome, next } = JSON.parse(text) as Delivery
  if (channel === null) {
    sessionStorage.setItem(key, JSON.stringify(outcome))
    location.replace(next)
    return
  }
  const opener = new BroadcastChannel(channel)
  opener.postMessage(outcome)
  opener.close()
  window.close()
}
