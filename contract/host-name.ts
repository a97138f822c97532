const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'i')
const HOST_NAME_MAX = 253

/** Returns whether a text in ASCII is a host name (RFC 1123). Its parts have 1 to 63 characters. */
export const isHostName = (text: string) => text.length <= HOST_NAME_MAX && HOST_NAME.test(text)
