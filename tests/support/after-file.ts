const endings: (() => Promise<void>)[] = []

/** Does something when all tests of this file have run; what fails then fails the file. */
export function afterFile(end: () => Promise<void>) {
  endings.push(end)
}

/** The latest comes first, as with nested blocks; one that fails does not keep the others from ending. */
export async function endFile() {
  const failures: unknown[] = []
  for (const end of endings.splice(0).reverse()) {
    await end().catch((failure: unknown) => failures.push(failure))
  }
  if (failures.length > 0) throw failures[0]
}
