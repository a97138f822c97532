import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FormattedText } from './formatted-text.tsx'

/** The description, edited with formatting or previewed as shoppers see it. */
export function DescriptionField() {
  const [tab, setTab] = useState('write')
  return (
    <FormattedText
      name="description"
      label={t('Description')}
      frame={(editor, html) => (
        <Tabs
          name="Description"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'write', label: t('Write'), content: editor },
            {
              value: 'preview',
              label: t('Preview'),
              content: html ? <RichText html={html} /> : <p className="text-muted">{t('Nothing yet.')}</p>,
            },
          ]}
        />
      )}
    />
  )
}
