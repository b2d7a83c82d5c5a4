'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ConflictWords } from '@/components/form/conflict-words';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { groupHref } from '@/components/parts/names';
import { changesBetween } from '@/components/groups/settings/changes.model';
import { ImpactPanel } from '@/components/groups/settings/impact-panel';
import { ReadBrokers } from '@/components/groups/settings/read-brokers';
import { usePolicyImpact } from '@/components/groups/settings/use-policy-impact';
import { useSettingsEvidence } from '@/components/groups/settings/use-settings-evidence';
import { useBrake } from '@/components/live/live-provider';
import { ReadProblem } from '@/components/live/read-problem';
import { useWatch } from '@/components/live/use-watch';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import { revertGroupAction } from '@/lib/console/actions/groups';
import type { GroupHistoryView, VersionView } from '@/lib/console/operations/groups/views';
import type { Problem } from '@/lib/model/errors';
import { atRestProblems } from '@/lib/model/group/group-at-rest';
import type { PolicyEffect } from '@/lib/model/delivery/policy-effect';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface RevertProps {
  readonly data: GroupHistoryView;
  readonly target: VersionView;
  readonly mayNotRevert: string | null;
  readonly reload: () => Promise<boolean>;
  readonly onDone: () => void;
}

/** A version with the settings of an earlier one; what it does to messages in progress comes first. */
export function Revert({ data, target, mayNotRevert, reload, onDone }: RevertProps) {
  const workspace = useWorkspace();
  const { group, versions } = data;
  const { buckets, work } = useSettingsEvidence(group.name);
  const [seen, setSeen] = useState(group.version);
  const [reason, setReason] = useState('');
  const typed = reason.trim() !== '';
  useBrake(typed, t('Paused while editing'));
  useWatch({ kinds: ['group'], group: group.name }, typed, () => void reload());
  // Until something is typed, the page shows what is in use; from then on, a newer version has to be reviewed.
  if (!typed && seen !== group.version) setSeen(group.version);
  const form = useActionForm(
    {
      action: async (input: Parameters<typeof revertGroupAction>[0]) => {
        const result = await revertGroupAction(input, workspace);
        if (!result.ok && result.error.field === 'version') await reload();
        return result;
      },
      input: () => ({ group: group.name, to: target.version, version: seen, reason: reason.trim() }),
      onDone,
    },
    ['reason'],
  );
  const same = changesBetween(group, target.settings).length === 0;
  const whatIf = usePolicyImpact({
    ...{ group: group.name, before: group, after: target.settings, changed: !same, buckets },
  });
  const { impact, effect, risks } = whatIf;
  const refused = work === null ? [] : atRestProblems(group, target.settings, work);
  const isBehind = !form.pending && seen !== group.version;
  const blocker = mayNotRevert ?? blockerOf({ same, refused, isBehind, typed });
  return (
    <section className="panel">
      <header>
        <h2>{t('Revert to v{version, number}', { version: target.version })}</h2>
        <span className="small text-3">
          {t('becomes v{version, number}; nothing is removed', { version: group.version + 1 })}
        </span>
      </header>
      <Form className="panel-body col" blocker={blocker} onSubmit={form.onSubmit}>
        <ImpactPanel
          {...{ before: group, after: target.settings, impact, effect, risks }}
          refused={refused.map(({ field = '', message }) => ({ field, message, ways: null }))}
          action={whatIf.look === null ? null : <ReadBrokers whatIf={whatIf} />}
        />
        <p className="small text-2">
          {sentences(
            effect === null ? '' : followWords(effect),
            t('Clients receive it within {minutes, number} min.', { minutes: workspace === null ? 5 : 6 }),
          )}
        </p>
        {whatIf.look === null ? null : <ReadProblem error={whatIf.error} onRetry={whatIf.look} />}
        <Field label={t('Reason, kept in the history')} error={form.errorOf('reason')}>
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={450} />
        </Field>
        {isBehind ? (
          <Banner
            tone="warning"
            action={
              <Button size="small" onClick={() => setSeen(group.version)}>
                {t('Revert v{version, number} instead', { version: group.version })}
              </Button>
            }
          >
            <ConflictWords to={group.version} newest={versions[0]} /> {t('The comparison below is with that version.')}
          </Banner>
        ) : null}
        <FormFailure failure={form.failure?.field === 'version' ? null : form.failure} slow={form.slow} />
        <div className="row wrap">
          <Button
            type="submit"
            variant={whatIf.isDangerous ? 'danger' : 'primary'}
            icon={Undo2}
            pending={form.pending}
            disabledReason={blocker}
          >
            {t('Revert to v{version, number}, as v{next, number}', {
              version: target.version,
              next: group.version + 1,
            })}
          </Button>
          <ButtonLink href={groupHref(group.name, 'config', workspace)}>{t('Edit instead…')}</ButtonLink>
        </div>
      </Form>
    </section>
  );
}

interface Readiness {
  readonly same: boolean;
  readonly refused: readonly Problem[];
  readonly isBehind: boolean;
  readonly typed: boolean;
}

function blockerOf({ same, refused, isBehind, typed }: Readiness): string | null {
  if (same) return t('These settings are already in use');
  const [first] = refused;
  if (first !== undefined) return first.message;
  if (isBehind) return t('Someone else saved this first: review what is in use now');
  return typed ? null : t('Enter a reason');
}

function followWords(effect: Reading<PolicyEffect>): string {
  const messages = valueOrNull(effect)?.messages;
  if (messages === undefined) return '';
  if (messages === 0) return t('No message waits for a retry now.');
  return t(
    `{messages, plural, one {# failed message follows} other {# failed messages follow}} these settings from the next
    failure.`,
    { messages },
  );
}
