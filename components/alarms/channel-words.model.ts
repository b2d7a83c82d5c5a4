import { type ChannelKind, type MailSecurity, SERVICE_URLS } from '@/lib/model/alarm/channel';
import { msg, t } from '@/lib/model/language/t';

export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: msg('Signed webhook'),
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie, Jira Service Management',
  email: msg('E-mail'),
};

export const SECRET_WORDS: Readonly<Record<ChannelKind, readonly [string, string]>> = {
  webhook: [msg('Signing secret'), msg('At least 16 characters. The receiver checks the signature with it.')],
  slack: [msg('Webhook address'), msg('https://hooks.slack.com/services/…. It is a secret and is not shown again.')],
  teams: [
    msg('Webhook address'),
    msg('From the workflow “When a Teams webhook request is received”. It is not shown again.'),
  ],
  pagerduty: [msg('Integration key'), msg('From an Events API v2 integration.')],
  opsgenie: [msg('API key'), msg('From an API integration.')],
  email: [msg('Password'), msg('Leave empty if the server needs none.')],
};

export const SECURITY_WORDS: Readonly<Record<MailSecurity, string>> = {
  starttls: 'STARTTLS (587)',
  tls: 'TLS (465)',
  none: msg('None'),
};

/** Beside the address. Opsgenie ends on 5 April 2027; its successor takes the same calls. */
export function urlWords(kind: ChannelKind): string | undefined {
  if (kind === 'pagerduty')
    return t('Default: {url}. In the EU: {eu}', {
      ...{ url: SERVICE_URLS.pagerduty ?? '', eu: 'https://events.eu.pagerduty.com/v2/enqueue' },
    });
  if (kind === 'opsgenie')
    return t('Default: {url}. In the EU: {eu}. Jira Service Management: {jira}', {
      ...{ url: SERVICE_URLS.opsgenie ?? '', eu: 'https://api.eu.opsgenie.com/v2/alerts' },
      jira: 'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
    });
  return undefined;
}
