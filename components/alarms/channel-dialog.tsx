'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { NumberInput, Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { saveAlarmChannelAction } from '@/lib/console/actions/alarm-channels';
import type { ChannelView } from '@/lib/console/queries/alarm-channels';
import { CHANNEL_KINDS, type ChannelKind, MAIL_SECURITY, type MailSecurity, SERVICE_URLS } from '@/lib/model/alarm/channel';
import styles from './alarms.module.css';

export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Signed webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  email: 'E-mail',
};

const SECRET_WORDS: Readonly<Record<ChannelKind, readonly [string, string]>> = {
  webhook: ['Signing secret', 'At least 16 characters; the receiver checks the signature with it.'],
  slack: ['Webhook address', 'https://hooks.slack.com/services/…; it is a key and is not shown again.'],
  teams: ['Webhook address', 'Of the workflow "When a Teams webhook request is received"; not shown again.'],
  pagerduty: ['Integration key', 'Of an Events API v2 integration.'],
  opsgenie: ['API key', 'Of an API integration.'],
  email: ['Password', 'Empty: the server needs none.'],
};

const SECURITY_WORDS: Readonly<Record<MailSecurity, string>> = {
  starttls: 'STARTTLS (587)',
  tls: 'TLS (465)',
  none: 'None',
};

interface ChannelDialogProps {
  /** Null: a new one. */
  readonly editing: ChannelView | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const FIELDS = ['name', 'url', 'secret', 'host', 'port', 'security', 'user', 'from', 'to'];

export function ChannelDialog({ editing, onClose, onDone }: ChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>(editing?.kind ?? 'webhook');
  const [name, setName] = useState(editing?.name ?? '');
  const [secret, setSecret] = useState('');
  const [enabled, setEnabled] = useState(editing?.enabled ?? true);
  const config = editing?.config;
  const [url, setUrl] = useState(config?.url ?? '');
  const [host, setHost] = useState(config?.host ?? '');
  const [port, setPort] = useState(String(config?.port ?? 587));
  const [security, setSecurity] = useState<MailSecurity>(config?.security ?? 'starttls');
  const [user, setUser] = useState(config?.user ?? '');
  const [from, setFrom] = useState(config?.from ?? '');
  const [to, setTo] = useState(config?.to?.join(', ') ?? '');
  const hasUrl = kind === 'webhook' || kind === 'pagerduty' || kind === 'opsgenie';
  const recipients = to.split(/[\s,;]+/).filter((address) => address !== '');
  const form = useActionForm(
    {
      action: saveAlarmChannelAction,
      input: () => ({
        ...{ kind, name, enabled },
        config: kind === 'email' ? { host, port: Number(port), security, user, from, to: recipients } : hasUrl && url !== '' ? { url } : {},
        ...(secret === '' ? {} : { secret }),
        existing: editing === null ? null : { channelId: editing.channelId, version: editing.version },
      }),
      onDone,
    },
    FIELDS,
  );
  const [secretLabel, secretHint] = SECRET_WORDS[kind];
  const text = (field: string, label: string, value: string, change: (text: string) => void, hint?: string) => (
    <Field label={label} hint={hint} error={form.errorOf(field)}>
      <TextInput value={value} autoComplete="off" onChange={({ target }) => change(target.value)} />
    </Field>
  );
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={editing === null ? 'New channel' : `Edit ${editing.name}`}
    >
      <form onSubmit={form.onSubmit} className="col col-wide" noValidate>
        <div className={styles.fields}>
          {text('name', 'Name', name, setName)}
          {editing === null ? (
            <Field label="Kind">
              <Select value={kind} onChange={({ target }) => setKind(target.value as ChannelKind)}>
                {CHANNEL_KINDS.map((each) => (
                  <option key={each} value={each}>
                    {KIND_WORDS[each]}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
        </div>
        {hasUrl
          ? text('url', 'Address', url, setUrl, SERVICE_URLS[kind] === undefined ? undefined : `Empty: ${SERVICE_URLS[kind]}`)
          : null}
        {kind === 'email' ? (
          <>
            <div className={styles.fields}>
              {text('host', 'Mail server', host, setHost)}
              <Field label="Port" error={form.errorOf('port')}>
                <NumberInput value={port} onChange={setPort} />
              </Field>
              <Field label="Encryption" error={form.errorOf('security')}>
                <Select value={security} onChange={({ target }) => setSecurity(target.value as MailSecurity)}>
                  {MAIL_SECURITY.map((each) => (
                    <option key={each} value={each}>
                      {SECURITY_WORDS[each]}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            {text('user', 'User', user, setUser, 'Empty: the server needs none.')}
            {text('from', 'From', from, setFrom)}
            {text('to', 'To', to, setTo, 'Addresses with commas between them.')}
          </>
        ) : null}
        <Field
          label={secretLabel}
          hint={editing?.hasSecret === true ? `${secretHint} Empty: the one it has.` : secretHint}
          error={form.errorOf('secret')}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={secret}
            onChange={({ target }) => setSecret(target.value)}
          />
        </Field>
        <label className="row">
          <input type="checkbox" checked={enabled} onChange={({ target }) => setEnabled(target.checked)} />
          On
        </label>
        {form.failure === null ? null : <Banner tone="danger">{form.failure.message}</Banner>}
        <div className="row">
          <Button onClick={onClose} keys="Esc">
            Cancel
          </Button>
          <span className="grow" />
          <Button
            type="submit"
            variant="primary"
            pending={form.pending}
            disabledReason={name.trim() === '' ? 'The name is missing' : null}
          >
            {editing === null ? 'Create channel' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
