import { useFormContext, useWatch } from 'react-hook-form'
import { imageAddress, ownImage } from '#contract/images/api.ts'
import { t } from '#contract/language/language.ts'
import type { HostedImage } from '#contract/looks/brand.ts'
import { UploadButton } from '../../catalog/admin/upload-button.tsx'
import { Button } from '../../ui/button.tsx'
import { rasterized } from './rasterized.ts'
import { useSettingsLabel } from './settings-section.tsx'

/** An image of the shop's look. @param isDark shows it on the background of the dark theme */
export function ImageField({ name, hint, isDark = false }: { name: string; hint: string; isDark?: boolean }) {
  const { label, error } = useSettingsLabel(name)
  const { setValue } = useFormContext()
  const image: HostedImage | null = useWatch({ name })
  const change = (image: HostedImage | null) => setValue(name, image, { shouldDirty: true })
  const own = image && ownImage(image.url)
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <p className="mb-3 text-muted text-sm">{hint}</p>
      <div className="flex flex-wrap items-center gap-4">
        {own && (
          <div className={`rounded-field border border-hairline p-3 ${isDark ? 'bg-night' : 'bg-[#faf8f4]'}`}>
            <img
              src={imageAddress(own, 480)}
              alt={t('The chosen {toLowerCase}', { toLowerCase: label.toLowerCase() })}
              className="h-10 max-w-50 object-contain"
            />
          </div>
        )}
        <UploadButton
          most={1}
          label={image ? t('Replace') : t('Upload')}
          name={`${label}: image to upload`}
          types={['image/svg+xml']}
          prepare={rasterized}
          onUploaded={(_url, uploaded) => change(uploaded)}
        />
        {image && (
          <Button look="outline" onClick={() => change(null)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      {error && <p className="mt-1 text-sale text-sm">{error}</p>}
    </fieldset>
  )
}
