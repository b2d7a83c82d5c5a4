import type { ChannelKind, MailSecurity } from '@/lib/model/alarm/channel';

export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Signed webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
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
