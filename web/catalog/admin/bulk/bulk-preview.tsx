import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../platform/api-context.ts'
import { listCategoriesQuery } from '../../queries.ts'
import type { Preview } from './bulk-words.ts'
import { countOf, wordsOf } from './bulk-words.ts'

/** What would change of each product, old and new. */
export function BulkPreview({ preview: { changes, unchanged, refused } }: { preview: Preview }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  return (
    <>
      <p role="status">
        {countOf(changes.length)} would change
        {unchanged > 0 && `, ${unchanged.toLocaleString('en-US')} just as they are`}. Nothing has been changed
        yet.
      </p>
      {refused.length > 0 && (
        <div role="alert" className="mt-3 text-sale">
          <p>Left as they are:</p>
          <ul className="list-disc pl-5">
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list must be reachable by keys
        <div tabIndex={0} className="mt-3 max-h-96 overflow-y-auto rounded-card border border-hairline">
          <table className="w-full table-fixed text-left text-sm">
            <caption className="sr-only">What would change</caption>
            <thead>
              <tr>
                {['Product', 'Change'].map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className="sticky top-0 bg-surface px-3 py-2 font-medium text-muted first:w-2/5"
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.id} className="border-hairline border-t align-top">
                  <td className="wrap-anywhere px-3 py-2">{change.name}</td>
                  <td className="px-3 py-2 tabular-nums">
                    {wordsOf(change, categories).map(({ field, was, becomes }) => (
                      <p key={field}>
                        {field}: <del className="text-sale no-underline">{was}</del> →{' '}
                        <ins className="text-success no-underline">{becomes}</ins>
                      </p>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
