import type { FaultKind } from '../faults.ts'

/** Everything that can be made to go wrong with signing in at the provider. */
export const faultKinds: readonly FaultKind[] = [
  { kind: 'denied', does: 'Whatever the person chooses, the shop hears that they said no.' },
  {
    kind: 'slow',
    does: 'The provider takes its time before it hands out the tokens of a sign-in.',
    delayMs: 3000,
  },
  { kind: 'wrong-nonce', does: 'The ID token belongs to another sign-in: its nonce is wrong.' },
  { kind: 'wrong-audience', does: 'The ID token was made for another shop: its audience is wrong.' },
  { kind: 'wrong-issuer', does: 'Someone else issued the ID token: its issuer is wrong.' },
  { kind: 'expired', does: 'The ID token expired an hour ago.' },
  { kind: 'unmanaged', does: 'The account belongs to no Workspace domain: the ID token has no hd.' },
  { kind: 'unverified', does: "The provider has not verified the person's e-mail address." },
]
