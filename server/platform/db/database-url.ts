/** 'postgres://user@a:5432,b:5433/shop' -> one URL for each of the servers, which have the same user and database. */
export function urlsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl]
}
