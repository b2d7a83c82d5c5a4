'use client';

import type { ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { DurationInput, NumberInput, TextArea, TextInput } from '@/components/form/inputs';
import { plural } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import {
  DESCRIPTION_CHARS,
  GROUP_FIELDS,
  type GroupField,
  groupFieldsIn,
  type MessageModel,
} from '@/lib/model/group/group-settings';
import { LIMITS } from '@/lib/model/limits';
import type { EngineKind } from '@/lib/model/workspace';
import type { DeliveryOrder, RetryPolicy } from '@/lib/model/delivery/retry-policy';
import { type DraftField, type GroupDraft, waitsFixed, withOrder } from './draft.model';
import { policyWords } from '@/lib/model/group/group-words';

interface PolicyFieldsProps {
  readonly draft: GroupDraft;
  /** The saved version, to mark what differs; null for a new group. */
  readonly saved: GroupDraft | null;
  readonly problems: Readonly<Partial<Record<DraftField, string>>>;
  /** What the server refused, per field of the verb. */
  readonly errorOf: (field: string) => string | null;
  readonly onChange: (draft: GroupDraft) => void;
  readonly engine: EngineKind;
}

const orders: readonly { value: DeliveryOrder; label: string }[] = [
  { value: 'concurrent', label: 'Unordered' },
  { value: 'ordered', label: 'Ordered by message group' },
];

const ORDERED_REASON = 'Ordered groups wait a fixed time: everything behind the head waits with it.';

const models: readonly { value: MessageModel; label: string }[] = [
  { value: 'clustering', label: 'One client' },
  { value: 'broadcasting', label: 'Every client' },
];

const MODEL_HINTS: Readonly<Record<MessageModel, string>> = {
  clustering: 'The clients share the messages; one that fails is retried, then dead-lettered.',
  broadcasting:
    'Broadcast: every client gets every message at least once. A failure is recorded and never ' +
    'retried or dead-lettered. A client that is new starts at the newest message.',
};
const MODEL_CHANGE =
  'Changing it needs an idle group: no message in flight or unread, and no broadcast client connected.';

/** A control for each field; the compiler wants every one. */
const CONTROLS: Readonly<Record<GroupField, (props: PolicyFieldsProps) => ReactNode>> = {
  description: DescriptionControl,
  messageModel: MessageModelControl,
  maxRetries: MaxRetriesControl,
  deliveryOrder: DeliveryOrderControl,
  retryPolicy: RetryPolicyControl,
  consumptionTimeoutMs: ConsumptionTimeoutControl,
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
      label={GROUP_FIELDS.description.label}
      error={errorOf('description')}
      hint={`What the group is for and who looks after it. Optional, at most ${DESCRIPTION_CHARS} characters.`}
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
  const { label } = GROUP_FIELDS.messageModel;
  const isChanged = saved !== null && saved.messageModel !== draft.messageModel;
  return (
    <Choice
      label={label}
      error={errorOf('messageModel')}
      hint={`${MODEL_HINTS[draft.messageModel]}${isChanged ? ` ${MODEL_CHANGE}` : ''}`}
    >
      <Segmented
        label={label}
        name="messageModel"
        options={models}
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
      label={GROUP_FIELDS.maxRetries.label}
      error={problems.maxRetries ?? errorOf('maxRetries')}
      hint={
        problems.maxRetries === undefined
          ? `${plural(retries, 'retry is', 'retries are')} ${plural(retries + 1, 'delivery', 'deliveries')}. ` +
            'Default 16.'
          : undefined
      }
    >
      <NumberInput
        name="maxRetries"
        value={draft.maxRetries}
        onChange={(maxRetries) => onChange({ ...draft, maxRetries })}
        note={isChanged ? `was ${saved.maxRetries}, 0 to ${LIMITS.maxRetries}` : `0 to ${LIMITS.maxRetries}`}
        changed={isChanged}
      />
    </Field>
  );
}

function DeliveryOrderControl({ draft, errorOf, onChange, engine }: PolicyFieldsProps) {
  const { label } = GROUP_FIELDS.deliveryOrder;
  return (
    <Choice label={label} error={errorOf('deliveryOrder')}>
      <Segmented
        label={label}
        name="deliveryOrder"
        options={orders}
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
        Max retries and back-off do not apply: broadcast messages are not retried.
        {saved === null ? '' : ' The settings are kept for when the group shares its messages again.'}
      </p>
    );
  const set = (change: Partial<GroupDraft>): void => onChange({ ...draft, ...change });
  const ordered = waitsFixed(draft, engine);
  const { label } = GROUP_FIELDS.retryPolicy;
  const policies = (['stepped', 'exponential', 'customized', 'fixed'] as const).map((value) => ({
    value,
    label: policyWords[value],
    disabledReason: ordered && value !== 'fixed' ? ORDERED_REASON : null,
  }));
  return (
    <>
      <Choice
        label={label}
        error={problems.policyType ?? errorOf('retryPolicy')}
        hint={ordered ? ORDERED_REASON : null}
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
      label={GROUP_FIELDS.consumptionTimeoutMs.label}
      error={problems.timeoutMs ?? errorOf('consumptionTimeoutMs')}
      hint="A delivery that takes longer has failed. Default 15 m, 1 s to 12 h."
    >
      <DurationInput
        valueMs={draft.timeoutMs}
        onChange={(timeoutMs) => onChange({ ...draft, timeoutMs })}
        changed={saved !== null && saved.timeoutMs !== draft.timeoutMs}
      />
    </Field>
  );
}

function Choice({
  label,
  error,
  hint = null,
  children,
}: {
  readonly label: string;
  readonly error: string | null;
  readonly hint?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="col col-tight">
      <span className="small" aria-hidden="true">
        <b>{label}</b>
      </span>
      {children}
      {error === null ? null : (
        <p className="small" role="alert" style={{ color: 'var(--danger)' }}>
          {error}
        </p>
      )}
      {hint === null ? null : <p className="small text-3">{hint}</p>}
    </div>
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
          10 s, 30 s, 1 m … 10 m by the minute, 20 m, 30 m, 1 h, 2 h; past the 16th retry 2 h each.
        </p>
      );
    case 'fixed':
      return (
        <Field
          label="Interval"
          error={problems.intervalMs}
          hint="Before every retry. Default 3 s for ordered groups; 100 ms to 24 h."
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
          label="Steps"
          error={problems.intervals}
          hint={`One wait per retry, the last one repeats. Up to ${LIMITS.customIntervals}, 100 ms to 24 h each.`}
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
          <Field label="First wait" error={problems.initialMs}>
            <DurationInput
              valueMs={draft.initialMs}
              onChange={(initialMs) => set({ initialMs })}
              changed={differs('initialMs')}
            />
          </Field>
          <Field label="Multiplier" error={problems.multiplier}>
            <TextInput
              inputMode="decimal"
              value={draft.multiplier}
              onChange={(event) => set({ multiplier: event.target.value })}
              note="1 to 100"
              changed={differs('multiplier')}
              autoComplete="off"
            />
          </Field>
          <Field label="Longest wait" error={problems.maxMs}>
            <DurationInput valueMs={draft.maxMs} onChange={(maxMs) => set({ maxMs })} changed={differs('maxMs')} />
          </Field>
        </>
      );
  }
}
