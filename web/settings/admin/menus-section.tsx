import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { DEFAULT_MENUS, type Menus } from '#contract/pages/menus.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { COLUMN_LINKS_MAX, FOOTER_COLUMNS_MAX, HEADER_LINKS_MAX } from '#contract/settings/menus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { MenuLinks, without } from './menu-links.tsx'
import { settingsSection } from './settings-section.tsx'
import type { Settings } from './use-save-section.ts'

type Values = { menus: Settings['menus'] }

/** The links in the header, and the columns of links in the footer. */
export const menusSection = settingsSection({
  title: 'Menus',
  isWide: true,
  saveLabel: 'Save menus',
  labels: { menus: 'Menus' },
  schema: SettingsFields.pick({ menus: true }),
  valuesOf: ({ menus }): Values => ({ menus }),
  Fields: MenuFields,
})

function MenuFields() {
  const { watch, setValue, getFieldState, formState } = useFormContext<Values>()
  const chosen = watch('menus')
  const menus = chosen ?? (DEFAULT_MENUS as Menus)
  const change = (changes: Partial<Menus> | null) =>
    setValue('menus', changes && { ...menus, ...changes }, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  const changeColumn = (index: number, changes: Partial<Menus['footer'][number]>) =>
    change({ footer: menus.footer.map((column, at) => (at === index ? { ...column, ...changes } : column)) })
  const errorAt = (path: string) => getFieldState(`menus.${path}` as 'menus', formState).error?.message
  return (
    <div className="space-y-8">
      <p className="text-muted text-sm">
        {t(
          'Pages that aren’t published and categories without products aren’t shown. Leave a label empty to show the name of the page or category.',
        )}
      </p>
      <section aria-label={t('Header')}>
        <h3 className="text-lg">{t('Header')}</h3>
        <MenuLinks
          isHeader
          links={menus.header}
          max={HEADER_LINKS_MAX}
          errorAt={(path) => errorAt(`header.${path}`)}
          onChange={(header) => change({ header })}
        />
      </section>
      {menus.footer.map(({ title, links }, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={index}
          aria-label={t('Footer column {number}', { number: index + 1 })}
          className="border-hairline border-t pt-6"
        >
          <div className="flex flex-wrap items-end gap-3">
            <div className="grow">
              <Field
                label={t('Title of footer column {number}', { number: index + 1 })}
                value={title}
                error={errorAt(`footer.${index}.title`)}
                onChange={({ target }) => changeColumn(index, { title: target.value })}
              />
            </div>
            <Button look="quiet" onClick={() => change({ footer: without(menus.footer, index) })}>
              {t('Remove column')}
            </Button>
          </div>
          <MenuLinks
            links={links}
            max={COLUMN_LINKS_MAX}
            errorAt={(path) => errorAt(`footer.${index}.links.${path}`)}
            onChange={(links) => changeColumn(index, { links })}
          />
        </section>
      ))}
      <div className="flex flex-wrap gap-3 border-hairline border-t pt-6">
        {menus.footer.length < FOOTER_COLUMNS_MAX && (
          <Button
            look="outline"
            onClick={() => change({ footer: [...menus.footer, { title: '', links: [['', '/about']] }] })}
          >
            {t('Add footer column')}
          </Button>
        )}
        {chosen && (
          <Button look="outline" onClick={() => change(null)}>
            {t('Restore the original menus')}
          </Button>
        )}
      </div>
    </div>
  )
}
