'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput, Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { changeBrokerSettingAction } from '@/lib/console/actions/clusters';
import type { BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import { BROKER_SETTINGS } from '@/lib/model/cluster/broker-setting';
import { type ChangeableSetting, isChangeable, SETTING_CHANGES, valueBlock } from '@/lib/model/cluster/setting-change';
import { changesTo, previewLines, rangeWords, settingAmount } from './brokers.model';
import { sentences } from '@/lib/model/language/list';
import { t, tell } from '@/lib/model/language/t';

interface ChangeSettingDialogProps {
  /** As the operator saw it: a broker that has another value by then refuses. */
  readonly setting: BrokersOfCluster['settings'][number];
  readonly hasReplicas: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One value for all brokers, with what each has and gets. */
export function ChangeSettingDialog({ setting, hasReplicas, onClose, onDone }: ChangeSettingDialogProps) {
  const { name } = setting;
  const workspace = useWorkspace();
  const [text, setText] = useState(setting.values.find(({ value }) => value !== null)?.value ?? '');
  const reason = useReason('');
  const value = text.trim();
  const error = isChangeable(name) ? blockOf(name, value) : t('The console does not change this setting.');
  const isSame = changesTo(setting, value).every(({ seen }) => seen === value);
  const form = useActionForm(
    {
      action: (input: Parameters<typeof changeBrokerSettingAction>[0]) => changeBrokerSettingAction(input, workspace),
      input: () =>
        isChangeable(name) && error === null
          ? { setting: name, changes: [...changesTo(setting, value)], reason: reason.text }
          : null,
      onDone: () => {
        onDone();
        onClose();
      },
    },
    ['value', 'reason'],
  );
  if (!isChangeable(name)) return null;
  const { effect, usual } = BROKER_SETTINGS[name];
  const { range, warning } = SETTING_CHANGES[name];
  const shownError = error ?? form.errorOf('value');
  return (
    <FormDialog
      title={t('Change {name}', { name })}
      description={sentences(
        t('{effect}. Default: {value}.', { effect: t(effect), value: settingAmount(name, usual) }),
        t('Brokers apply a new value immediately and write it to their configuration file.'),
      )}
      onClose={onClose}
      form={form}
      submitLabel={t('Change {name}', { name })}
      blocker={error ?? (isSame ? t('Every broker already has this value') : reason.missing)}
    >
      <Field label={t('New value')} error={shownError}>
        {range === null ? (
          <Select value={value} onChange={({ target }) => setText(target.value)}>
            <option value="true">{'true'}</option>
            <option value="false">{'false'}</option>
          </Select>
        ) : (
          <NumberInput value={text} onChange={setText} note={rangeWords(name)} />
        )}
      </Field>
      <ul className="col col-tight small" aria-label={t('Value on each broker')}>
        {previewLines(setting, error === null ? value : null).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {warning === null ? null : <Banner tone="warning">{t(warning)}</Banner>}
      {hasReplicas ? (
        <p className="small text-2">{t('Replicas keep their own value: only masters are changed.')}</p>
      ) : null}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}

function blockOf(name: ChangeableSetting, value: string): string | null {
  const block = valueBlock(name, value);
  return block === null ? null : tell(block);
}
