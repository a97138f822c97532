import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { type ProofInput, proofFrom } from './proof-dialog.tsx'
import { sessionsQuery, userQuery } from './queries.ts'

export function useChangeProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'PATCH /api/auth/profile'>) => api.call('PATCH /api/auth/profile', input),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery(api).queryKey, user)
      showToast(t('Profile updated'))
    },
    onError: (error) => showErrorToast('Profile update failed', reasonOf(error, 'Profile update failed')),
  })
}

/** Confirms an email address change. The dialog shows a rejection. */
export function useConfirmEmailChange(email: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (proof: ProofInput) =>
      api.call('POST /api/auth/email-change/confirm', { ...(await proofFrom(api, proof)), email }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery(api).queryKey, user)
      showToast(t('Email sent'), t('Open the link that we emailed to {email}.', { email }))
    },
  })
}

export function useChangePassword() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'POST /api/auth/password'>) => api.call('POST /api/auth/password', input),
    onSuccess: async () => {
      showToast(t('Password changed'), t('You’re signed out everywhere else.'))
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
      await queryClient.invalidateQueries({ queryKey: userQuery(api).queryKey })
    },
    onError: (error) => showErrorToast('Password not changed', reasonOf(error, 'Please try again.')),
  })
}

export function useRevokeSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('DELETE /api/auth/sessions/:id', { id }),
    onSuccess: (sessions) => queryClient.setQueryData(sessionsQuery(api).queryKey, sessions),
    onError: (error) => showErrorToast('Not signed out', reasonOf(error, 'Please try again.')),
  })
}

export function useResendVerification() {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/auth/resend-verification'),
    onSuccess: ({ message }) => showToast(t('Email sent'), message),
    onError: (error) => showErrorToast('Email not sent', reasonOf(error, 'Please try again.')),
  })
}
