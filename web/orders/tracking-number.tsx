import { trackingUrl } from '#contract/orders/tracking-url.ts'

/** A tracking number, linked to the carrier's page if the carrier is known. */
export function TrackingNumber({
  carrier,
  trackingNumber,
  children = `Tracking number ${trackingNumber}`,
}: {
  carrier: string
  trackingNumber: string
  children?: string
}) {
  const url = trackingUrl(carrier, trackingNumber)
  if (!url) return children
  return (
    <a
      className="wrap-anywhere inline-flex min-h-6 items-center underline underline-offset-4"
      href={url}
      rel="noreferrer"
      target="_blank"
    >
      {children}
    </a>
  )
}
