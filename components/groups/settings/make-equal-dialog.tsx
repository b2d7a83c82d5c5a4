'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { impactOf } from './impact.model';
import { ImpactPanel } from './impact-panel';
import { ReadBrokers } from './read-brokers';
import { useGroupEffect } from './use-group-effect';
import { ReadProblem } from '@/components/live/read-problem';
import { useWorkspace } from '@/components/live/use-workspace';
import { makeGroupEqualAction } from '@/lib/console/actions/groups';
import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import { defaultGroupSettings } from '@/lib/model/group/group-settings';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import type { RetryPolicy } from '@/lib/model/delivery/retry-policy';
import { isStricter } from '@/lib/model/delivery/policy-effect';
import { BROKER_FIELDS, differenceWords } from '@/components/clusters/cluster-words.model';
import { t } from '@/lib/model/language/t';
import { enumerated, sentences } from '@/lib/model/language/list';

interface MakeEqualDialogProps {
  readonly group: string;
  readonly version: number;
  readonly inBrokers: GroupInBrokers;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One broker's settings on all of them, unknown ones included; creates the group where it is missing. */
export function MakeEqualDialog({ group, version, inBrokers, onClose, onDone }: MakeEqualDialogProps) {
  const workspace = useWorkspace();
  const { settings, differences, missingOn } = inBrokers;
  const from = settings.filter((each) => each.settings !== null).map(({ broker }) => broker);
  const [like, setLike] = useState(from[0] ?? '');
  const chosen = settings.find(({ broker }) => broker === like)?.settings ?? null;
  const changes = settings.flatMap(({ broker, settings: each }) =>
    chosen === null || each === null || broker === like ? [] : [limitsOf(each)],
  );
  const after = limitsOf(chosen ?? DEFAULTS);
  // The strictest change is what the dialog warns of.
  const before = changes.find((each) => isStricter(each, after)) ?? changes[0] ?? after;
  const whatIf = useGroupEffect({ group, before, after, buckets: null, inBrokers });
  const { effect, engine } = whatIf;
  const impact = impactOf({ before, after, effect, engine });
  const reason = useReason(
    t('Settings differ: {fields}', {
      fields: enumerated(differences.map((field) => t(BROKER_FIELDS[field].label))) || enumerated(missingOn),
    }),
  );
  const others = settings.filter(({ broker }) => broker !== like).map(({ broker }) => broker);
  const form = useActionForm(
    {
      action: (input: { group: string; version: number; like: string; reason: string }) =>
        makeGroupEqualAction(input, workspace),
      input: () => ({ group, version, like, reason: reason.text }),
      onDone,
    },
    ['like', 'reason'],
  );
  return (
    <FormDialog
      title={t('Make the brokers equal for {group}?', { group })}
      description={sentences(
        t('{brokers} {count, plural, one {gets} other {get}} every setting of the broker that you choose.', {
          brokers: enumerated(others),
          count: others.length,
        }),
        missingOn.length === 0 ? '' : t('The group is created on {brokers}.', { brokers: enumerated(missingOn) }),
        t('Connected 5.x clients follow within 6 minutes.'),
      )}
      onClose={onClose}
      form={form}
      danger={impact?.tone === 'danger'}
      submitLabel={t('Copy from {broker}', { broker: like })}
      blocker={reason.missing}
    >
      <ImpactPanel
        {...{ before, after, impact, effect, risks: [] }}
        action={whatIf.look === null ? null : <ReadBrokers whatIf={whatIf} />}
      />
      {whatIf.look === null ? null : <ReadProblem error={whatIf.error} onRetry={whatIf.look} />}
      <Field label={t('Copy the settings of')} error={form.errorOf('like')}>
        <Select value={like} onChange={({ target }) => setLike(target.value)}>
          {from.map((broker) => (
            <option key={broker} value={broker}>
              {broker}
            </option>
          ))}
        </Select>
      </Field>
      {differences.map((field) => (
        <p key={field} className="small text-2">
          {t('{field}: {value}', { field: t(BROKER_FIELDS[field].label), value: differenceWords(inBrokers, field) })}
        </p>
      ))}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}

const DEFAULTS = defaultGroupSettings('concurrent');

/** What decides when a message moves to the DLQ; a back-off that cannot be read is the default one. */
function limitsOf({ maxRetries, retryPolicy }: { maxRetries: number; retryPolicy: RetryPolicy | null }): RetryLimits {
  return { maxRetries, retryPolicy: retryPolicy ?? DEFAULTS.retryPolicy };
}
