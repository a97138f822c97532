import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import type { HomeSection } from '#contract/looks/home.ts'
import type { HOME_SECTIONS } from '#contract/looks/rules.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { Button } from '../../ui/button.tsx'
import { BOX, Checkbox } from '../../ui/field.tsx'
import { HomePreview } from './home-preview.tsx'
import { ImageField } from './image-field.tsx'
import { LinkWarning } from './link-problem.tsx'
import { SettingsField, settingsSection } from './settings-section.tsx'

/** The banner, and the order and colors of the sections. */
export const homeSection = settingsSection({
  title: 'Home page',
  saveLabel: 'Save home page',
  labels: {
    'home.picture': 'Picture',
    'home.pictureText': 'Description of the picture',
    'home.title': 'Title',
    'home.text': 'Text',
    'home.button': 'Button',
    'home.buttonLink': 'Link of the button',
    'home.sections': 'Sections',
  },
  Preview: HomePreview,
  schema: SettingsFields.pick({ home: true }),
  valuesOf: ({ home }) => ({ home }),
  describe: ({ home: { picture, sections, ...home } }) => ({
    home: { ...home, picture: picture?.url ?? '', sections: sections.map(describeSection).join(', ') },
  }),
  Fields: () => (
    <>
      <ImageField
        name="home.picture"
        hint={t(
          'At least 1600 pixels wide. On wide screens, the text stands over its left side, on a veil in the color of the background.',
        )}
      />
      <SettingsField
        name="home.pictureText"
        hint={t('For people who can’t see it. Leave empty if it only decorates.')}
      />
      <SettingsField name="home.title" placeholder={t('Elevate Your Workspace')} />
      <SettingsField
        name="home.text"
        placeholder={t('Walnut, wool felt, and brushed aluminum for the desk where you spend your days.')}
      />
      <SettingsField name="home.button" placeholder={t('Shop Now')} />
      <SettingsField
        name="home.buttonLink"
        placeholder="/#products"
        hint={t('A page of the shop, such as /about. Leave empty for the list of products.')}
      />
      <LinkWarning name="home.buttonLink" />
      <Sections />
    </>
  ),
})

const TITLES: Record<(typeof HOME_SECTIONS)[number], string> = {
  hero: 'Banner',
  categories: 'Shop by Category',
  featured: 'Featured Products',
  products: 'All Products',
}

function describeSection({ name, isShown, scheme }: HomeSection): string {
  return `${TITLES[name]} (${isShown ? scheme : 'hidden'})`
}

const NAME = 'home.sections'

/** The sections in their order. All Products can't be hidden, because searches and categories lead to it. */
function Sections() {
  const { setValue } = useFormContext()
  const sections: HomeSection[] = useWatch({ name: NAME })
  const save = (sections: HomeSection[]) => setValue(NAME, sections, { shouldDirty: true })
  const change = (name: string, changes: Partial<HomeSection>) =>
    save(sections.map((section) => (section.name === name ? { ...section, ...changes } : section)))
  const moveUp = (at: number) =>
    save(sections.toSpliced(at - 1, 2, ...sections.slice(at - 1, at + 1).reverse()))
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('Sections')}</legend>
      <p className="mb-3 text-muted text-sm">
        {t(
          'In this order. Plain has the background of the page, tinted one with the accent color, and dark stays dark in both themes.',
        )}
      </p>
      <ol className="divide-y divide-hairline border-hairline border-y">
        {sections.map(({ name, isShown, scheme }, at) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-48 grow">
              <Checkbox
                label={TITLES[name]}
                checked={isShown}
                disabled={name === 'products'}
                onChange={({ target }) => change(name, { isShown: target.checked })}
              />
            </div>
            <select
              aria-label={t('Colors of {name}', { name: TITLES[name] })}
              className={`${BOX} max-w-32`}
              value={scheme}
              onChange={({ target }) => change(name, { scheme: target.value as HomeSection['scheme'] })}
            >
              <option value="plain">{t('Plain')}</option>
              <option value="tinted">{t('Tinted')}</option>
              <option value="dark">{t('Dark')}</option>
            </select>
            <Button
              look="quiet"
              className="max-sm:-ml-5"
              disabled={at === 0}
              aria-label={t('Move {name} up', { name: TITLES[name] })}
              onClick={() => moveUp(at)}
            >
              {t('Up')}
            </Button>
            <Button
              look="quiet"
              disabled={at === sections.length - 1}
              aria-label={t('Move {name} down', { name: TITLES[name] })}
              onClick={() => moveUp(at + 1)}
            >
              {t('Down')}
            </Button>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
