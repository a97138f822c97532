import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { passkeyReasonOf, signWithPasskey } from './passkey.ts'
import { useSignIn, welcomeBack } from './sign-in.ts'

/** A way in without a password: the device says which account. */
export function PasskeyButton() {
  const signIn = useSignIn(
    async (api, _input: undefined) => {
      const options = await api.call('POST /api/auth/passkey-sign-in/begin')
      return api.call('POST /api/auth/passkey-sign-in', { credential: await signWithPasskey(options) })
    },
    welcomeBack,
    (error) => showToast('Sign-in failed', passkeyReasonOf(error), { isDestructive: true }),
  )
  return (
    <Button
      look="outline"
      className="mt-3 w-full"
      isBusy={signIn.isPending}
      onClick={() => signIn.mutate(undefined)}
    >
      Sign in with a passkey
    </Button>
  )
}
