import { GOOGLE_START, type GoogleOutcome, googleChannel } from '#contract/accounts/google-flow.ts'

/** 'blocked': the browser opened no popup. 'closed': it was closed before anything came of it. */
export type PopupOutcome = GoogleOutcome | { refusal: 'blocked' | 'closed' }

const WINDOW = 'popup,width=480,height=680'
const LOOK_EVERY_MS = 250
/** What the popup said last may still be on its way when it is seen closed. */
const LAST_WORDS_MS = 500

/** Lets somebody sign in at Google in a popup; must be called at once when they ask for it, or browsers block it. */
export function askInPopup(): Promise<PopupOutcome> {
  const flow = randomHex()
  const popup = window.open(`${GOOGLE_START}?flow=${flow}`, 'google-sign-in', WINDOW)
  if (!popup) return Promise.resolve({ refusal: 'blocked' })
  const channel = new BroadcastChannel(googleChannel(flow))
  return new Promise<PopupOutcome>((resolve) => {
    channel.onmessage = ({ data }) => end(data as GoogleOutcome)
    const looking = setInterval(() => {
      if (!popup.closed) return
      clearInterval(looking)
      setTimeout(() => end({ refusal: 'closed' }), LAST_WORDS_MS)
    }, LOOK_EVERY_MS)

    function end(outcome: PopupOutcome) {
      clearInterval(looking)
      channel.close()
      resolve(outcome)
    }
  })
}

/** Unlike `crypto.randomUUID`, this is there on a page without https, too. */
function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
