import { useState } from 'react'
import { RichText } from '../../ui/rich-text.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FormattedText } from './formatted-text.tsx'

/** The description, edited with formatting or previewed as shoppers see it. */
export function DescriptionField() {
  const [tab, setTab] = useState('write')
  return (
    <FormattedText
      name="description"
      label="Description"
      frame={(editor, html) => (
        <Tabs
          name="Description"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'write', label: 'Write', content: editor },
            {
              value: 'preview',
              label: 'Preview',
              content: html ? <RichText html={html} /> : <p className="text-muted">Nothing yet.</p>,
            },
          ]}
        />
      )}
    />
  )
}
