import { Spinner } from '../../ui/spinner.tsx'
import type { Progress, Report } from './use-import.ts'

const STEPS = { checking: 'Checking', writing: 'Writing', indexing: 'Making searchable' }

export function ImportProgress({ progress }: { progress: Progress | null }) {
  if (!progress) {
    return (
      <div className="mt-4">
        <Spinner>Reading the file...</Spinner>
      </div>
    )
  }
  const { step, done, of } = progress
  const words = `${STEPS[step]}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`
  return (
    <div className="mt-4">
      <p role="status">{words}</p>
      <progress
        aria-label={STEPS[step]}
        className="mt-2 h-3 w-full accent-(--accent)"
        value={done}
        max={of}
      />
    </div>
  )
}

/** What a file does, or what is wrong with it, by line. */
export function ImportReport({ report }: { report: Report }) {
  const { dryRun, created, changed, unchanged, errors, errorCount } = report
  if (errorCount > 0) {
    return (
      <div role="alert" className="mt-4">
        <p className="font-medium text-sale">
          {errorCount === 1
            ? 'There is 1 mistake'
            : `There are ${errorCount.toLocaleString('en-US')} mistakes`}{' '}
          in the file. Nothing was imported.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list must be reachable by keys */}
        <div tabIndex={0} className="mt-2 max-h-72 overflow-y-auto rounded-card border border-hairline">
          <table className="w-full text-left text-sm">
            <caption className="sr-only">Mistakes by line</caption>
            <thead>
              <tr>
                {['Line', 'Column', 'Mistake'].map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className="sticky top-0 bg-surface px-3 py-2 font-medium text-muted"
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, column, message }) => (
                <tr key={`${line} ${column} ${message}`} className="border-hairline border-t">
                  <td className="px-3 py-2 tabular-nums">{line}</td>
                  <td className="px-3 py-2">{column}</td>
                  <td className="px-3 py-2">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {errorCount > errors.length && (
          <p className="mt-2 text-muted text-sm">Showing the first {errors.length}.</p>
        )}
      </div>
    )
  }
  return (
    <div role="status" className="mt-4 rounded-card border border-hairline bg-surface p-4">
      <p className="font-medium">
        {dryRun ? 'The file is good. Nothing has been changed yet.' : 'The file was imported.'}
      </p>
      <ul className="mt-2 text-muted">
        <li>
          {count(created)} {dryRun ? 'to add' : 'added'}
        </li>
        <li>
          {count(changed)} {dryRun ? 'to change' : 'changed'}
        </li>
        <li>{count(unchanged)} just as they are</li>
      </ul>
    </div>
  )
}

const count = (number: number) => `${number.toLocaleString('en-US')} ${number === 1 ? 'product' : 'products'}`
