/** What came of a form that it takes the place of: the focus goes there, since the button that had it is gone. */
export function Outcome({ children }: { children: string }) {
  return (
    <p role="status" tabIndex={-1} className="text-lg outline-none" ref={(text) => text?.focus()}>
      {children}
    </p>
  )
}
