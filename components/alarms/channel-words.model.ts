import { type ChannelKind, type MailSecurity, SERVICE_URLS } from '@/lib/model/alarm/channel';

export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Signed webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie, Jira Service Management',
  email: 'E-mail',
};

export const SECRET_WORDS: Readonly<Record<ChannelKind, readonly [string, string]>> = {
  webhook: ['Signing secret', 'At least 16 characters; the receiver checks the signature with it.'],
  slack: ['Webhook address', 'https://hooks.slack.com/services/…; it is a key and is not shown again.'],
  teams: ['Webhook address', 'Of the workflow "When a Teams webhook request is received"; not shown again.'],
  pagerduty: ['Integration key', 'Of an Events API v2 integration.'],
  opsgenie: ['API key', 'Of an API integration.'],
  email: ['Password', 'Empty: the server needs none.'],
};

export const SECURITY_WORDS: Readonly<Record<MailSecurity, string>> = {
  starttls: 'STARTTLS (587)',
  tls: 'TLS (465)',
  none: 'None',
};

/** Beside the address. Opsgenie ends on 5 April 2027; its successor takes the same calls. */
export const URL_WORDS: Readonly<Partial<Record<ChannelKind, string>>> = {
  pagerduty: `Empty: ${SERVICE_URLS.pagerduty}; in the EU https://events.eu.pagerduty.com/v2/enqueue`,
  opsgenie: `Empty: ${SERVICE_URLS.opsgenie}; in the EU https://api.eu.opsgenie.com/v2/alerts; Jira Service Management: https://api.atlassian.com/jsm/ops/integration/v2/alerts`,
};
