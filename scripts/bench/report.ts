/** Returns the median of each metric. */
export function mediansOf<T extends Record<string, number>>(rounds: T[]): T {
  const names = Object.keys(rounds[0] ?? {})
  const middle = (name: string) => median(rounds.map((round) => round[name] ?? Number.NaN))
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as T
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Prints a table for docs/performance.md, with names in the first column and numbers in the others. */
export function printTable(head: string[], rows: string[][]) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log(
    [line(head), line(head.map((_, at) => (at ? '---:' : '---'))), ...rows.map(line), ''].join('\n'),
  )
}
