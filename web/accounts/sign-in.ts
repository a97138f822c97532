import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { type Api, type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { type User, userQuery } from './queries.ts'
import { stepIn } from './waiting-step.ts'

/** @param onStep called with the step's token if a code is required */
export function useLogin(onStep: (step: string) => void) {
  return useSignIn(
    (api, input: InputOf<'POST /api/auth/login'>) => api.call('POST /api/auth/login', input),
    welcomeBack,
    (error) => {
      const step = stepIn(error)
      if (step === null) showFailure('Login failed', error)
      else onStep(step)
    },
  )
}

export function useRegister() {
  return useSignIn(
    (api, input: InputOf<'POST /api/auth/register'>) => api.call('POST /api/auth/register', input),
    welcome,
    (error) => showFailure('Registration failed', error),
  )
}

/**
 * Claims the session that a form submitted without JavaScript opened.
 * @param form the form's name
 */
export function useTakeSignIn(form: string, onNone: () => void) {
  return useSignIn(
    (api, _input: undefined) => api.call('POST /api/auth/take-sign-in'),
    form === 'register' ? welcome : welcomeBack,
    (error) => {
      showFailure('Login failed', error)
      onNone()
    },
  )
}

function welcome(user: User) {
  showToast(
    t('Registration successful'),
    t('Welcome, {fullName}!', { fullName: user.fullName || user.username }),
  )
}

export function welcomeBack(user: User) {
  showToast(
    t('Login successful'),
    t('Welcome back, {fullName}!', { fullName: user.fullName || user.username }),
  )
}

function showFailure(failure: string, error: Error) {
  showErrorToast(failure, reasonOf(error, failure))
}

/** Signs in with any method: stores the token and refetches the user's data. */
export function useSignIn<I>(
  ask: (api: Api, input: I) => Promise<{ token: string; user: User }>,
  welcome: (user: User) => void,
  onError: (error: Error) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => ask(api, input),
    onSuccess: async ({ token, user }) => {
      storeToken(token)
      queryClient.setQueryData(userQuery(api).queryKey, user)
      // The user's data can differ from the visitor's.
      await queryClient.invalidateQueries({
        predicate: belongsTo(keys.cart, keys.favorites, keys.orders, keys.sessions, keys.safety),
      })
      welcome(user)
    },
    onError,
  })
}
