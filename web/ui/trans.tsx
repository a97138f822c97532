import { TransNoContext } from '@lingui/react/server'
import type { ReactElement } from 'react'
import { currentLanguage } from '#contract/language/language.ts'

/**
 * Shows a text with elements: `<Trans text="Read the <terms>Terms</terms>." parts={{ terms: <Link to={TERMS} /> }} />`.
 * @property text like that of `t`, with a tag for each of `parts`
 */
export function Trans({
  text,
  values,
  parts,
}: {
  text: string
  values?: Record<string, string | number | ReactElement | undefined>
  parts?: Record<string, ReactElement>
}) {
  return (
    <TransNoContext id={text} values={values} components={parts} lingui={{ i18n: currentLanguage().i18n }} />
  )
}
