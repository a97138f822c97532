type Keys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** The first characters of a Stripe key show its purpose and mode. The publishable key is sent to every shopper. */
export function keyProblems({ secretKey, publishableKey, webhookSecret }: Keys) {
  const [secretMode, publishableMode] = [modeOf(secretKey, '[sr]k'), modeOf(publishableKey, 'pk')]
  const problems: { path: keyof Keys; message: string }[] = []
  if (!secretMode)
    problems.push({ path: 'secretKey', message: 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_' })
  if (!publishableMode)
    problems.push({ path: 'publishableKey', message: 'must begin with pk_test_ or pk_live_' })
  if (!webhookSecret.startsWith('whsec_'))
    problems.push({ path: 'webhookSecret', message: 'must begin with whsec_' })
  // Anyone could sign with the beginning alone.
  else if (!/^whsec_\S+$/.test(webhookSecret))
    problems.push({ path: 'webhookSecret', message: 'isn’t a whole signing secret' })
  if (secretMode && publishableMode && secretMode !== publishableMode)
    problems.push({
      path: 'publishableKey',
      message: `is a ${publishableMode} key, but the secret key is a ${secretMode} key`,
    })
  return problems
}

const modeOf = (key: string, prefix: string) => new RegExp(`^${prefix}_(test|live)_`).exec(key)?.[1]

export const isLiveKey = (key: string) => /^[a-z]k_live_/.test(key)

export const PAYMENT_MESSAGES = {
  stripeAway: 'We couldn’t reach Stripe, so nothing was saved. Please try again.',
  rejected: (message: string) => `Stripe rejects the key: ${message}`,
  fixed: 'The keys are set in the environment of the server, so they can’t be changed here.',
  incomplete: 'Enter all three keys.',
  insecure: 'Live keys need a PUBLIC_URL that begins with https, and not the development server.',
  changedMeanwhile: 'Another admin changed the keys in the meantime. Please try again.',
  tooLong: 'This is too long for a key of Stripe.',
} as const
