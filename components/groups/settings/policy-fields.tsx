'use client';

import type { ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { DurationInput, NumberInput, TextArea, TextInput } from '@/components/form/inputs';
import { Segmented } from '@/components/ui/segmented';
import {
  DESCRIPTION_CHARS,
  GROUP_FIELDS,
  type GroupField,
  groupFieldsIn,
  type MessageModel,
} from '@/lib/model/group/group-settings';
import { DEFAULT_CONSUMPTION_TIMEOUT_MS } from '@/lib/model/delivery/retry-policy';
import { formatDuration } from '@/components/ui/duration.model';
import { LIMITS } from '@/lib/model/limits';
import type { DeliveryOrder, RetryPolicy } from '@/lib/model/delivery/retry-policy';
import { Choice, type PolicyFieldsProps, shown } from './choice';
import { type GroupDraft, waitsFixed, withOrder } from './draft.model';
import { LiteModelControl, LiteQuotaControl } from './lite-fields';
import { policyWords } from '@/lib/model/group/group-words';
import { msg, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

const orders: readonly { value: DeliveryOrder; label: string }[] = [
  { value: 'concurrent', label: msg('Unordered') },
  { value: 'ordered', label: msg('Ordered by message group') },
];

const ORDERED_REASON = msg('Ordered groups use a fixed interval: all messages behind the head message wait with it.');

const models: readonly { value: MessageModel; label: string }[] = [
  { value: 'clustering', label: msg('One client') },
  { value: 'broadcasting', label: msg('Every client') },
];

const MODEL_HINTS: Readonly<Record<MessageModel, string>> = {
  clustering: msg('The clients share the messages; a failed message is retried, then moves to the DLQ.'),
  broadcasting: msg(
    `Broadcast: every client gets every message at least once. A failure is recorded and never retried or moved to the
    DLQ. A new client starts at the newest message.`,
  ),
};
const MODEL_CHANGE = msg(
  'Changing it needs an idle group: no message in flight or not consumed, and no broadcast client connected.',
);

/** A control for each field; the compiler wants every one. */
const CONTROLS: Readonly<Record<GroupField, (props: PolicyFieldsProps) => ReactNode>> = {
  description: DescriptionControl,
  messageModel: MessageModelControl,
  maxRetries: MaxRetriesControl,
  deliveryOrder: DeliveryOrderControl,
  retryPolicy: RetryPolicyControl,
  consumptionTimeoutMs: ConsumptionTimeoutControl,
  liteModel: LiteModelControl,
  liteQuota: LiteQuotaControl,
};

export function PolicyFields(props: PolicyFieldsProps) {
  return groupFieldsIn(props.engine).map((field) => {
    const Control = CONTROLS[field];
    return <Control key={field} {...props} />;
  });
}

function DescriptionControl({ draft, saved, errorOf, onChange }: PolicyFieldsProps) {
  return (
    <Field
      label={t(GROUP_FIELDS.description.label)}
      error={errorOf('description')}
      hint={t('The purpose of the group and who is responsible for it. Optional, at most {most, number} characters.', {
        most: DESCRIPTION_CHARS,
      })}
    >
      <TextArea
        rows={2}
        maxLength={DESCRIPTION_CHARS}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.target.value })}
        changed={saved !== null && saved.description !== draft.description}
      />
    </Field>
  );
}

function MessageModelControl({ draft, saved, errorOf, onChange }: PolicyFieldsProps) {
  const label = t(GROUP_FIELDS.messageModel.label);
  const isChanged = saved !== null && saved.messageModel !== draft.messageModel;
  return (
    <Choice
      label={label}
      error={errorOf('messageModel')}
      hint={sentences(t(MODEL_HINTS[draft.messageModel]), isChanged ? t(MODEL_CHANGE) : '')}
    >
      <Segmented
        label={label}
        name="messageModel"
        options={shown(models)}
        value={draft.messageModel}
        onChange={(messageModel) => onChange({ ...draft, messageModel })}
      />
    </Choice>
  );
}

function MaxRetriesControl({ draft, saved, problems, errorOf, onChange }: PolicyFieldsProps) {
  if (draft.messageModel === 'broadcasting') return null;
  const retries = Number(draft.maxRetries);
  const isChanged = saved !== null && saved.maxRetries !== draft.maxRetries;
  return (
    <Field
      label={t(GROUP_FIELDS.maxRetries.label)}
      error={problems.maxRetries ?? errorOf('maxRetries')}
      hint={
        problems.maxRetries === undefined
          ? t(
              `{retries, plural, one {# retry means} other {# retries mean}} {deliveries, plural, one {# delivery} other
              {# deliveries}}. Default: 16.`,
              { retries, deliveries: retries + 1 },
            )
          : undefined
      }
    >
      <NumberInput
        name="maxRetries"
        value={draft.maxRetries}
        onChange={(maxRetries) => onChange({ ...draft, maxRetries })}
        note={
          isChanged
            ? t('was {value}, 0 to {most, number}', { value: saved.maxRetries, most: LIMITS.maxRetries })
            : t('0 to {most, number}', { most: LIMITS.maxRetries })
        }
        changed={isChanged}
      />
    </Field>
  );
}

function DeliveryOrderControl({ draft, errorOf, onChange, engine }: PolicyFieldsProps) {
  const label = t(GROUP_FIELDS.deliveryOrder.label);
  return (
    <Choice label={label} error={errorOf('deliveryOrder')}>
      <Segmented
        label={label}
        name="deliveryOrder"
        options={shown(orders)}
        value={draft.deliveryOrder}
        onChange={(deliveryOrder) => onChange(withOrder(draft, deliveryOrder, engine))}
      />
    </Choice>
  );
}

function RetryPolicyControl(props: PolicyFieldsProps) {
  const { draft, saved, problems, errorOf, onChange, engine } = props;
  if (draft.messageModel === 'broadcasting')
    return (
      <p className="small text-3">
        {sentences(
          t('Max retries and retry interval do not apply: broadcast messages are not retried.'),
          saved === null ? '' : t('The settings are kept for when the group shares its messages again.'),
        )}
      </p>
    );
  const set = (change: Partial<GroupDraft>): void => onChange({ ...draft, ...change });
  const ordered = waitsFixed(draft, engine);
  const label = t(GROUP_FIELDS.retryPolicy.label);
  const policies = (['stepped', 'exponential', 'customized', 'fixed'] as const).map((value) => ({
    value,
    label: t(policyWords[value]),
    disabledReason: ordered && value !== 'fixed' ? t(ORDERED_REASON) : null,
  }));
  return (
    <>
      <Choice
        label={label}
        error={problems.policyType ?? errorOf('retryPolicy')}
        hint={ordered ? t(ORDERED_REASON) : null}
      >
        <Segmented
          label={label}
          name="policyType"
          options={policies}
          value={draft.policyType}
          onChange={(policyType) => set({ policyType })}
        />
      </Choice>
      <BackOff draft={draft} saved={saved} problems={problems} set={set} />
    </>
  );
}

function ConsumptionTimeoutControl({ draft, saved, problems, errorOf, onChange }: PolicyFieldsProps) {
  return (
    <Field
      label={t(GROUP_FIELDS.consumptionTimeoutMs.label)}
      error={problems.timeoutMs ?? errorOf('consumptionTimeoutMs')}
      hint={t('A delivery that takes longer counts as failed. Default: {value}, {least} to {most}.', {
        value: formatDuration(DEFAULT_CONSUMPTION_TIMEOUT_MS),
        least: formatDuration(LIMITS.consumptionTimeoutMinMs),
        most: formatDuration(LIMITS.consumptionTimeoutMaxMs),
      })}
    >
      <DurationInput
        valueMs={draft.timeoutMs}
        onChange={(timeoutMs) => onChange({ ...draft, timeoutMs })}
        changed={saved !== null && saved.timeoutMs !== draft.timeoutMs}
      />
    </Field>
  );
}

interface BackOffProps {
  readonly draft: GroupDraft;
  readonly saved: GroupDraft | null;
  readonly problems: PolicyFieldsProps['problems'];
  readonly set: (change: Partial<GroupDraft>) => void;
}

/** The fields of the chosen policy only. */
function BackOff({ draft, saved, problems, set }: BackOffProps) {
  const kind: RetryPolicy['type'] = draft.policyType;
  const differs = (field: 'initialMs' | 'maxMs' | 'multiplier' | 'intervals' | 'intervalMs'): boolean =>
    saved !== null && (saved.policyType !== kind || saved[field] !== draft[field]);
  switch (kind) {
    case 'stepped':
      return (
        <p className="small text-3">
          {t(
            `10 s, 30 s, then every minute from 1 min to 10 min, 20 min, 30 min, 1 h, 2 h; after the 16th retry 2 h
            each.`,
          )}
        </p>
      );
    case 'fixed':
      return (
        <Field
          label={t('Interval')}
          error={problems.intervalMs}
          hint={t('Before every retry. Default for ordered groups: 3 s; 100 ms to 24 h.')}
        >
          <DurationInput
            valueMs={draft.intervalMs}
            onChange={(intervalMs) => set({ intervalMs })}
            changed={differs('intervalMs')}
          />
        </Field>
      );
    case 'customized':
      return (
        <Field
          label={t('Intervals')}
          error={problems.intervals}
          hint={t('One interval per retry, the last one repeats. Up to {most, number}, 100 ms to 24 h each.', {
            most: LIMITS.customIntervals,
          })}
        >
          <TextArea
            mono
            rows={2}
            value={draft.intervals}
            onChange={(event) => set({ intervals: event.target.value })}
            changed={differs('intervals')}
            spellCheck={false}
          />
        </Field>
      );
    case 'exponential':
      return (
        <>
          <Field label={t('First interval')} error={problems.initialMs}>
            <DurationInput
              valueMs={draft.initialMs}
              onChange={(initialMs) => set({ initialMs })}
              changed={differs('initialMs')}
            />
          </Field>
          <Field label={t('Multiplier')} error={problems.multiplier}>
            <TextInput
              inputMode="decimal"
              value={draft.multiplier}
              onChange={(event) => set({ multiplier: event.target.value })}
              note={t('1 to 100')}
              changed={differs('multiplier')}
              autoComplete="off"
            />
          </Field>
          <Field label={t('Longest interval')} error={problems.maxMs}>
            <DurationInput valueMs={draft.maxMs} onChange={(maxMs) => set({ maxMs })} changed={differs('maxMs')} />
          </Field>
        </>
      );
  }
}
