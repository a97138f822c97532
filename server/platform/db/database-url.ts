/** 'postgres://user@a:5432,b:5433/shop' -> one URL for each of the servers, which have the same user and database. */
export function urlsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl]
}

/** Returns the servers that a database's URL names, without the user and the password: 'a:5432, b:5433'. */
export function hostsOf(databaseUrl: string): string {
  return urlsOf(databaseUrl)
    .map((url) => new URL(url).host)
    .join(', ')
}
