import type { RowLabels } from '@/components/form/use-row-edit';
import type { ChannelView } from '@/lib/console/operations/alarms/views';
import type { ChannelKind, MailSecurity } from '@/lib/model/alarm/channel';
import { asLanguage, type Language, LANGUAGE_NAMES } from '@/lib/model/language/languages';
import { speech } from '@/lib/model/language/speech';
import { msg, t } from '@/lib/model/language/t';

/** What is typed; an empty secret is the one it has. */
export interface ChannelDraft {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly secret: string;
  readonly enabled: boolean;
  /** Of notifications. */
  readonly language: Language;
  readonly url: string;
  readonly host: string;
  readonly port: string;
  readonly security: MailSecurity;
  readonly user: string;
  readonly from: string;
  readonly to: string;
}

/** What each field is called where two drafts are compared. */
export const CHANNEL_LABELS: RowLabels<ChannelDraft> = {
  ...{ kind: msg('Kind'), name: msg('Name'), enabled: msg('Enabled'), url: msg('Address') },
  ...{ host: msg('Mail server'), port: msg('Port') },
  secret: { label: msg('Secret'), words: (secret) => (secret === '' ? t('unchanged') : t('replaced')) },
  language: { label: msg('Language'), words: (language) => LANGUAGE_NAMES[language] },
  ...{ security: msg('Encryption'), user: msg('User name'), from: msg('Sender'), to: msg('Recipients') },
};

const NEW: ChannelDraft = {
  ...{ kind: 'webhook', name: '', secret: '', enabled: true, language: 'en', url: '', host: '', port: '587' },
  security: 'starttls',
  ...{ user: '', from: '', to: '' },
};

export function draftOfChannel(editing: ChannelView | null): ChannelDraft {
  // Who sets up a channel most likely speaks the language of its readers.
  if (editing === null) return { ...NEW, language: asLanguage(speech().language) ?? 'en' };
  const { kind, name, enabled, config } = editing;
  const { to, port, ...texts } = config;
  const known = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { ...NEW, ...known, kind, name, enabled, to: to?.join(',') ?? '', port: String(port ?? NEW.port) };
}

/** As the action takes it. */
export function inputOfChannel({ kind, name, enabled, secret, url, language: chosen, ...mail }: ChannelDraft) {
  const to = mail.to.split(/[\s,;]+/).filter((address) => address !== '');
  // The address of Slack and Teams is the secret.
  const hasUrl = url !== '' && kind !== 'slack' && kind !== 'teams';
  return {
    ...{ kind, name, enabled },
    config: {
      ...(kind === 'email' ? { ...mail, to, port: Number(mail.port) } : hasUrl ? { url } : {}),
      ...(kind === 'webhook' ? {} : { language: chosen }),
    },
    ...(secret === '' ? {} : { secret }),
  };
}
