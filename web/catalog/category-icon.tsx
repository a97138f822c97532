/** A Font Awesome icon by its class name, such as fa-rug; takes the colour of the text. */
export function CategoryIcon({ icon, className = 'size-6' }: { icon: string; className?: string }) {
  const mask = `url("/icons/${encodeURIComponent(icon)}.svg") center / contain no-repeat`
  return <span aria-hidden="true" className={`inline-block bg-current ${className}`} style={{ mask }} />
}
