import {
  type FinishedSignIn,
  GOOGLE_REJECTED,
  GOOGLE_START,
  type GoogleOutcome,
  googleChannel,
} from '#contract/accounts/google-flow.ts'
import { ApiError, useApi } from '../platform/api.ts'
import { HOME } from '../platform/paths.ts'
import { useLocation } from '../platform/router/use-router.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast } from '../ui/toast-store.ts'
import { exchangeInWindow, exchangeSignIn, PasswordNeeded } from './google-exchange.ts'
import { keepGoogleLink, rejectionDetails, stepIn } from './waiting-step.ts'
import { keepWantedPath, wantedPath } from './wanted-page.ts'

type PopupRejection = Extract<PopupOutcome, { refusal: string }>['refusal']

/** Spec section 8, identity-provider sign-in. */
const MESSAGES: Record<PopupRejection, string> = {
  blocked: 'Pop-up was blocked by your browser. Please allow pop-ups for this site.',
  closed: 'Sign-in was cancelled. Please try again.',
  denied: 'Sign-in request was cancelled. Please try again.',
  refused: GOOGLE_REJECTED,
  failed: 'Failed to sign in with Google',
  'not-configured': 'Google Sign-In is not configured properly',
}

const READ_FIRST_MS = 2000

/**
 * Signs in with Google in a popup, or in the current window if popups are blocked (docs/decisions/0011). Calls `onStep`
 * if a code is required, and `onPassword` if the account's password is.
 */
export function useGoogleSignIn(
  onStep: (step: string) => void,
  onPassword: (signIn: FinishedSignIn) => void,
) {
  const api = useApi()
  const target = wantedPath(useLocation().state)
  const { mutate, isPending } = useMutation({
    mutationFn: async (popup: Promise<PopupOutcome>) => {
      const outcome = await popup
      if ('refusal' in outcome) return reject(outcome.refusal, { target })
      await exchangeSignIn(api, outcome.signIn)
      window.location.reload()
    },
    onError: (error) => {
      const step = stepIn(error)
      if (error instanceof PasswordNeeded) onPassword(error.signIn)
      else if (step === null) showFailure(rejectionOf(error) ?? MESSAGES.failed)
      else onStep(step)
    },
  })
  return { signIn: () => mutate(openPopup()), isPending }
}

/** Signs in with Google to the account of an emailed link, and leaves the link's page. */
export function useGoogleSignInByLink(token: string) {
  const api = useApi()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (popup: Promise<PopupOutcome>) => {
      const outcome = await popup
      if ('refusal' in outcome) return reject(outcome.refusal, { link: token })
      if (await exchangeInWindow(api, outcome.signIn, { link: token })) window.location.replace(HOME)
    },
  })
  const reason = error && (rejectionOf(error) ?? MESSAGES.failed)
  return { signIn: () => mutate(openPopup()), isPending, reason }
}

/**
 * @property link the token of the emailed link that the sign-in began on
 * @property target the path of the page to return to
 */
async function reject(
  rejection: PopupRejection,
  { link = null, target = null }: { link?: string | null; target?: string | null },
) {
  if (rejection !== 'blocked') return showFailure(MESSAGES[rejection])
  showFailure(MESSAGES.blocked, 'Continuing to Google in this window.')
  // Keeps the message readable for a moment, with the button busy.
  await new Promise((resolve) => setTimeout(resolve, READ_FIRST_MS))
  keepGoogleLink(link)
  keepWantedPath(target)
  window.location.assign(GOOGLE_START)
}

function showFailure(message: string, more?: string) {
  showErrorToast(message, more)
}

/** Returns the message if the error is a Google sign-in `{error}` response (spec section 7), or null. */
export function rejectionOf(error: Error): string | null {
  if (!(error instanceof ApiError)) return null
  const { error: rejection } = rejectionDetails(error)
  return typeof rejection === 'string' ? rejection : null
}

/** 'blocked': the browser didn't open a popup. 'closed': the popup was closed before it sent a result. */
type PopupOutcome = GoogleOutcome | { refusal: 'blocked' | 'closed' }

const WINDOW = 'popup,width=480,height=680'
const POLL_EVERY_MS = 250
/** The popup's last message may arrive after it has closed. */
const CLOSE_GRACE_MS = 500

/** Opens Google's sign-in in a popup. Browsers block it unless this is called directly in the click handler. */
function openPopup(): Promise<PopupOutcome> {
  const flow = randomHex()
  const popup = window.open(`${GOOGLE_START}?flow=${flow}`, 'google-sign-in', WINDOW)
  if (!popup) return Promise.resolve({ refusal: 'blocked' })
  const channel = new BroadcastChannel(googleChannel(flow))
  return new Promise<PopupOutcome>((resolve) => {
    channel.onmessage = ({ data }) => end(data as GoogleOutcome)
    const closedPoll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(closedPoll)
      setTimeout(() => end({ refusal: 'closed' }), CLOSE_GRACE_MS)
    }, POLL_EVERY_MS)

    function end(outcome: PopupOutcome) {
      clearInterval(closedPoll)
      channel.close()
      resolve(outcome)
    }
  })
}

/** Unlike `crypto.randomUUID`, this works on a page without HTTPS. */
function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
