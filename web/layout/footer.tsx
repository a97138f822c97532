export function Footer() {
  return (
    <footer className="mt-24 border-hairline border-t">
      <div className="mx-auto max-w-[1280px] px-4 py-10 text-muted text-sm md:px-8">
        <p>Premium desk accessories designed for productivity and style.</p>
        <p className="mt-4">© 2025 Plinth</p>
      </div>
    </footer>
  )
}
