import { trackingUrl } from '#contract/tracking-links.ts'

/** A tracking number, linked to the carrier's page if the carrier is known. */
export function TrackingNumber({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }) {
  const text = `Tracking number ${trackingNumber}`
  const url = trackingUrl(carrier, trackingNumber)
  if (!url) return text
  return (
    <a className="underline underline-offset-4" href={url} rel="noreferrer" target="_blank">
      {text}
    </a>
  )
}
