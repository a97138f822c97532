/** Names the account that a password in the same form belongs to, for password managers only: nobody sees it or sends it. */
export function AccountName({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}
