import type { Language } from '../language/languages';

export const CHANNEL_KINDS = ['webhook', 'slack', 'teams', 'pagerduty', 'opsgenie', 'email'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Read by people: notifications due at the same time are one message. The other kinds match each alarm by its key. */
export const READ_BY_PEOPLE: readonly ChannelKind[] = ['slack', 'teams', 'email'];

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** What anyone who manages channels may see. The address of Slack and Teams is a key and therefore sealed. */
export interface ChannelConfig {
  /** Of notifications. Left out: English. Webhooks have none: programs read them. */
  readonly language?: Language | undefined;
  /** webhook, pagerduty, opsgenie: where it goes. slack, teams: only the host, for people. */
  readonly url?: string | undefined;
  /** email. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly security?: MailSecurity | undefined;
  readonly user?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
}

export interface AlarmChannel {
  readonly channelId: number;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly config: ChannelConfig;
  readonly enabled: boolean;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
  readonly hasSecret: boolean;
  /** False: its secret was sealed with another REDRIVE_SECRET_KEY and must be entered again. */
  readonly readable: boolean;
}

/** Where the services of this kind listen when no address is given. */
export const SERVICE_URLS: Readonly<Partial<Record<ChannelKind, string>>> = {
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.opsgenie.com/v2/alerts',
};
