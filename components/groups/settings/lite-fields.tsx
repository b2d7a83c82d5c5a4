'use client';

import { Field } from '@/components/form/field';
import { NumberInput } from '@/components/form/inputs';
import { Segmented } from '@/components/ui/segmented';
import { msg, t } from '@/lib/model/language/t';
import { GROUP_FIELDS, type LiteModel, mayHaveLite } from '@/lib/model/group/group-settings';
import { LIMITS } from '@/lib/model/limits';
import { Choice, type PolicyFieldsProps, shown } from './choice';

const liteModels: readonly { value: LiteModel; label: string }[] = [
  { value: 'shared', label: msg('Shared') },
  { value: 'exclusive', label: msg('Exclusive') },
  { value: 'all', label: msg('All lite topics') },
];

const LITE_HINTS: Readonly<Record<LiteModel, string>> = {
  shared: msg('Clients subscribe to lite topics by name. Clients with the same lite topic share its messages.'),
  exclusive: msg(
    `Clients subscribe to lite topics by name. The newest subscriber receives a lite topic alone; the former one is
    unsubscribed and notified.`,
  ),
  all: msg('Every client receives messages of every lite topic. Clients cannot subscribe by name.'),
};

export function LiteModelControl({ draft, errorOf, onChange }: PolicyFieldsProps) {
  if (!mayHaveLite(draft)) return null;
  const label = t(GROUP_FIELDS.liteModel.label);
  return (
    <Choice label={label} error={errorOf('liteModel')} hint={t(LITE_HINTS[draft.liteModel])}>
      <Segmented
        label={label}
        name="liteModel"
        options={shown(liteModels)}
        value={draft.liteModel}
        onChange={(liteModel) => onChange({ ...draft, liteModel })}
      />
    </Choice>
  );
}

export function LiteQuotaControl({ draft, saved, errorOf, onChange }: PolicyFieldsProps) {
  if (!mayHaveLite(draft) || draft.liteModel === 'all') return null;
  return (
    <Field
      label={t(GROUP_FIELDS.liteQuota.label)}
      error={errorOf('liteQuota')}
      hint={t('A client that subscribes to more is refused with code 42902. Default: {value, number}.', {
        value: LIMITS.liteSubscriptionsPerClient,
      })}
    >
      <NumberInput
        name="liteQuota"
        value={String(draft.liteQuota)}
        onChange={(text) => onChange({ ...draft, liteQuota: Number(text) })}
        note={t('1 to {most, number}', { most: LIMITS.liteSubscriptions })}
        changed={saved !== null && saved.liteQuota !== draft.liteQuota}
      />
    </Field>
  );
}
