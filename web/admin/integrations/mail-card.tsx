import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { emailsSection } from '../../settings/admin/emails-section.tsx'
import { settingsQuery } from '../../settings/admin/use-save-section.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { Card, LoadFailure } from '../list-frame.tsx'
import { May } from '../permissions.tsx'
import { mailQuery } from '../queries.ts'
import { MailServer } from './mail-server-form.tsx'
import { TestEmail } from './test-email.tsx'

type Mail = ResponseOf<'GET /api/admin/mail'>

/** The sender of email, how it is sent, and whether receivers can distinguish it from forged email. */
export function MailCard() {
  const api = useApi()
  const { data: mail, isError, refetch } = useQuery(mailQuery(api))
  const { data: settings } = useQuery(settingsQuery(api))
  const [isOpen, setOpen] = useState(false)
  const form = useId()
  const isLoading = !mail || !settings
  return (
    <Card
      title={t('Email')}
      actions={
        mail && (
          <Button
            look="outline"
            aria-expanded={isOpen}
            aria-controls={isOpen ? form : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Configure')}
          </Button>
        )
      }
    >
      {isError && <LoadFailure subject={t('The email settings')} onRetry={() => void refetch()} />}
      {isLoading && !isError && <Skeleton className="mt-4 h-148" />}
      {!isLoading && (
        <div className="space-y-8">
          {mail.problem && (
            <p role="alert" className="mt-4 rounded-card border border-sale p-4 text-sale">
              {t('No email is sent. {problem}', { problem: mail.problem })}
            </p>
          )}
          <State mail={mail} />
          {isOpen && (
            <div id={form} className="border-hairline border-t pt-4">
              <MailServer mail={mail} />
            </div>
          )}
          <May use="POST /api/admin/mail/tests">
            <TestEmail />
          </May>
          <emailsSection.Form settings={settings} />
        </div>
      )}
    </Card>
  )
}

const TLS: Record<NonNullable<Mail['tls']>, string> = {
  required: 'Required',
  'if offered': 'Used if the server offers it',
}

function State({ mail: { from, domain, server, tls, dns, waiting, failed } }: { mail: Mail }) {
  const { locale } = useFormats()
  return (
    <dl className="mt-4 grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2">
      <dt className="text-muted">{t('Sender')}</dt>
      <dd className="wrap-anywhere">{from}</dd>
      <dt className="text-muted">{t('Server')}</dt>
      <dd className="wrap-anywhere">{server ?? t('None yet.')}</dd>
      <dt className="text-muted">{t('TLS')}</dt>
      <dd>{tls ? TLS[tls] : t('Unknown')}</dd>
      <dt className="text-muted">{t('Outbox')}</dt>
      <dd>
        <Trans
          text={'{waiting} waiting, <span>{failed} rejected in the last 30 days</span>'}
          values={{ waiting: waiting.toLocaleString(locale), failed: failed.toLocaleString(locale) }}
          parts={{ span: <span className={failed > 0 ? 'text-sale' : ''} /> }}
        />
      </dd>
      {dns === null ? (
        <>
          <dt className="text-muted">{t('DNS')}</dt>
          <dd>{t('Not checked. In the demo, email goes to the sandbox mailbox.')}</dd>
        </>
      ) : (
        <>
          <Record
            name="SPF"
            record={dns.spf}
            hint={t('Add a TXT record to {domain} that names your mail server.', { domain })}
          />
          <dt className="text-muted">{t('DKIM')}</dt>
          <dd>
            <Trans
              text={
                'Can’t be checked without its selector. Send an email to yourself and check its headers for <code>dkim=pass</code> with <code2>d={domain}</code2>.'
              }
              values={{ domain }}
              parts={{
                code: <code className="text-sm" />,
                code2: <code className="wrap-anywhere text-sm" />,
              }}
            />
          </dd>
          <Record
            name="DMARC"
            record={dns.dmarc}
            hint={t('Add a TXT record to _dmarc.{domain}, such as “v=DMARC1; p=none”.', { domain })}
          />
        </>
      )}
    </dl>
  )
}

function Record({
  name,
  record: { state, text },
  hint,
}: {
  name: string
  record: NonNullable<Mail['dns']>['spf']
  hint: string
}) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>
        {state === 'found' && (
          <>
            <span className="text-success">{t('Published')}</span>{' '}
            <code className="wrap-anywhere text-sm">{text}</code>
          </>
        )}
        {state === 'missing' && (
          <>
            <span className="text-sale">{t('Missing.')}</span> {hint}
          </>
        )}
        {state === 'unknown' && t('DNS couldn’t be reached. {hint}', { hint })}
      </dd>
    </>
  )
}
