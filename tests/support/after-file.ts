const endings: (() => Promise<void>)[] = []

/** Registers a cleanup to run after all tests in this file. If it fails, the file fails. */
export function afterFile(end: () => Promise<void>) {
  endings.push(end)
}

/** Runs the cleanups, last registered first. All of them run, even if one fails. */
export async function endFile() {
  const failures: unknown[] = []
  for (const end of endings.splice(0).reverse()) {
    await end().catch((failure: unknown) => failures.push(failure))
  }
  if (failures.length > 0) throw failures[0]
}
