/**
 * Tracking pages of the carriers that serve the countries the store ships to. Admins enter any carrier name, so match
 * by word.
 */
const CARRIERS: readonly (readonly [RegExp, (trackingNumber: string) => string])[] = [
  [/\busps\b|postal service/i, (no) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${no}`],
  [/\bups\b|united parcel/i, (no) => `https://www.ups.com/track?tracknum=${no}`],
  [/\bfed ?ex\b|federal express/i, (no) => `https://www.fedex.com/fedextrack/?trknbr=${no}`],
  [/\bdhl\b/i, (no) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${no}`],
  [/\bontrac\b/i, (no) => `https://www.ontrac.com/tracking/?number=${no}`],
  [/\bcanada post\b/i, (no) => `https://www.canadapost-postescanada.ca/track-reperage/en#/details/${no}`],
  [/\bpurolator\b/i, (no) => `https://www.purolator.com/en/shipping/tracker?pin=${no}`],
  [/\broyal mail\b/i, (no) => `https://www.royalmail.com/track-your-item#/tracking-results/${no}`],
]

/** Returns the carrier's tracking page for a number, or null if the carrier is unknown. Removes spaces from the number. */
export function trackingUrl(carrier: string, trackingNumber: string): string | null {
  const page = CARRIERS.find(([name]) => name.test(carrier))?.[1]
  return page ? page(encodeURIComponent(trackingNumber.replace(/\s/g, ''))) : null
}
