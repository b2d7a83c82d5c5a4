'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { putAccessUserAction } from '@/lib/console/actions/clusters';
import { t } from '@/lib/model/language/t';
import type { Account, DialogProps } from './access.model';
import { Preview } from './preview';

/** A new user, or the kind, state and password of one. The password is sent, and shown nowhere afterwards. */
export function UserDialog({ account, found, onClose, onDone }: DialogProps & { readonly account: Account | null }) {
  const workspace = useWorkspace();
  const [first] = account?.variants ?? [];
  const [name, setName] = useState(account?.name ?? '');
  const [password, setPassword] = useState('');
  const [isSuper, setIsSuper] = useState(first?.isSuper ?? false);
  const [isEnabled, setIsEnabled] = useState(first?.isEnabled ?? true);
  const reason = useReason('');
  const needsPassword = account === null || account.missingOn.length > 0;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof putAccessUserAction>[0]) => putAccessUserAction(input, workspace),
      input: () => ({
        ...{ user: name.trim(), isSuper, isEnabled, reason: reason.text },
        ...(account?.version == null ? {} : { seen: account.version }),
        ...(password === '' ? {} : { password }),
      }),
      onDone: () =>
        onDone(
          account === null
            ? t('User {name} created on all brokers', { name })
            : t('User {name} changed on all brokers', { name }),
        ),
    },
    ['user', 'password', 'isSuper', 'isEnabled', 'reason'],
  );
  const blocker =
    name.trim() === '' ? t('Enter a name') : needsPassword && password === '' ? t('Enter a password') : reason.missing;
  const label = account === null ? t('Create user') : t('Save user');
  return (
    <FormDialog
      title={account === null ? t('Create user') : t('Edit user {name}', { name })}
      description={t('Every broker gets the same user. Each broker is read back.')}
      onClose={onClose}
      form={form}
      submitLabel={label}
      blocker={blocker}
    >
      {account === null ? (
        <Field label={t('Name')} hint={t('The access key of its clients.')} error={form.errorOf('user')} required>
          <TextInput
            mono
            value={name}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      ) : null}
      <Field
        label={needsPassword ? t('Password') : t('New password')}
        hint={
          needsPassword
            ? t('The secret key of its clients, at least 8 characters. It is not shown again.')
            : t(
                `Leave empty to keep the password. Brokers refuse clients that use the old password immediately, proxies
                that check users within a minute.`,
              )
        }
        error={form.errorOf('password')}
      >
        <TextInput
          type="password"
          value={password}
          maxLength={256}
          autoComplete="new-password"
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Field label={t('Kind')} error={form.errorOf('isSuper')}>
        <Select value={String(isSuper)} onChange={({ target }) => setIsSuper(target.value === 'true')}>
          <option value="false">{t('Normal user')}</option>
          <option value="true">{t('Super user')}</option>
        </Select>
      </Field>
      <Field label={t('State')} error={form.errorOf('isEnabled')}>
        <Select value={String(isEnabled)} onChange={({ target }) => setIsEnabled(target.value === 'true')}>
          <option value="true">{t('enabled')}</option>
          <option value="false">{t('disabled')}</option>
        </Select>
      </Field>
      {isSuper ? <Banner tone="warning">{t('A super user can do everything. Its rules are ignored.')}</Banner> : null}
      <Preview
        found={found}
        name={name.trim()}
        change={{ kind: 'put-user', isSuper, isEnabled, setsPassword: password !== '' }}
      />
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
