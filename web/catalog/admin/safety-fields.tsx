import { Field, TextArea } from '../../ui/field.tsx'
import { FormSection, useTextField } from './product-fields.tsx'

/** Manufacturer and warnings (Regulation (EU) 2023/988, article 19). */
export function SafetyFields() {
  const field = useTextField()
  return (
    <FormSection
      title="Product safety"
      hint="The EU requires these details on the product’s page. If the manufacturer is outside of the EU, enter the responsible person in the EU with the address."
    >
      <Field {...field('manufacturer')} />
      <Field {...field('manufacturerContact')} />
      <div className="sm:col-span-2">
        <TextArea {...field('manufacturerAddress')} rows={3} />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          {...field('safetyWarnings', 'Such as: Not suitable for children under 3 years.')}
          rows={3}
        />
      </div>
    </FormSection>
  )
}
