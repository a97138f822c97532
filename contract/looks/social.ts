/** The store owner's profiles on other sites, one URL per line. */

export const SOCIAL_MAX = 6
const ADDRESS_MAX = 100

export const socialLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const isSocialAddress = (text: string) =>
  text.length <= ADDRESS_MAX && /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/.test(text) && URL.canParse(text)

const NAMES: Record<string, string> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'pinterest.com': 'Pinterest',
  'reddit.com': 'Reddit',
  'snapchat.com': 'Snapchat',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'tumblr.com': 'Tumblr',
  'twitter.com': 'X',
  'vimeo.com': 'Vimeo',
  'whatsapp.com': 'WhatsApp',
  'x.com': 'X',
  'youtube.com': 'YouTube',
}

/** Returns each profile's label, which is the name of its site or its host, and its URL. */
export function socialLinks(text: string): [label: string, url: string][] {
  return socialLines(text).map((url) => {
    const host = new URL(url).hostname.replace(/^(www|m)\./, '')
    return [NAMES[host] ?? host, url]
  })
}
