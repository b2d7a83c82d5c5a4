'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { TextInput } from '@/components/form/inputs';
import { nameBlocker, NameField } from '@/components/form/name-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useBrake } from '@/components/live/live-provider';
import { useWorkspace } from '@/components/live/use-workspace';
import { engineIn } from '@/lib/model/workspace';
import { Button, ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { createGroupAction } from '@/lib/console/actions/groups';
import { GROUP_FIELD_NAMES } from '@/lib/model/group/group-settings';
import { BroadcastRules } from './broadcast-rules';
import { defaultSettings, draftFor, readDraft } from './draft.model';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { groupHref } from '@/components/parts/names';
import styles from '@/components/form/version.module.css';
import { LintList } from './lint-list';
import { lintSettings } from '@/lib/model/group/group-lint';
import { PolicyFields } from './policy-fields';
import { ScheduleCells } from './schedule-cells';
import { ScheduleChart } from './schedule-chart';
import { describeSchedule, scheduleOf } from '@/components/groups/schedule.model';
import { usePush } from '@/components/ui/use-push';
import { t } from '@/lib/model/language/t';

export function NewGroupView({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const push = usePush();
  const workspace = useWorkspace();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const url = useUrlParams();
  const [draft, setDraft] = useState(() => draftFor(url.get('order'), url.get('model')));
  const { settings, problems } = readDraft(draft, workspace === null);
  useBrake(name !== '', t('Paused while editing'));
  const form = useActionForm(
    {
      action: (input: Parameters<typeof createGroupAction>[0]) => createGroupAction(input, workspace),
      input: () =>
        settings === null
          ? null
          : { group: name.trim(), ...settings, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      onDone: (group) => push(groupHref(group.name)),
    },
    ['name', 'group', ...GROUP_FIELD_NAMES, 'reason'],
  );
  const blocker = mayNotCreate ?? nameBlocker('group', name) ?? (settings === null ? t('A field is not valid') : null);
  useShortcut(
    'mod+enter',
    () => document.querySelector<HTMLFormElement>('#new-group')?.requestSubmit(),
    t('Create the group'),
    blocker === null,
  );
  const shown = settings ?? defaultSettings;
  const schedule = scheduleOf(shown.retryPolicy, shown.maxRetries);

  return (
    <>
      <PageHeader title={t('New group')}>
        {t('A consumer group and what happens to its messages when they fail.')}
      </PageHeader>
      <div className={styles.form}>
        <Form id="new-group" className="panel" noValidate blocker={blocker} onSubmit={form.onSubmit}>
          <div className={`panel-body ${styles.fields}`}>
            <NameField
              kind="group"
              value={name}
              onChange={setName}
              error={form.errorOf('name') ?? form.errorOf('group')}
              autoFocus
              placeholder={'orders-billing'}
            />
            <PolicyFields
              {...{ draft, saved: null, problems, errorOf: form.errorOf, onChange: setDraft }}
              engine={engineIn(workspace)}
            />
            {workspace === null ? null : (
              <p className="small text-3">
                {t(
                  `The group is created on every broker of {workspace}. Max retries and retry interval apply to its 5.x
                  clients; 4.x clients use their own.`,
                  { workspace },
                )}
              </p>
            )}
          </div>
          <div className={styles.foot}>
            <Field label={t('Reason, kept in the history (optional)')} error={form.errorOf('reason')}>
              <TextInput
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                maxLength={500}
                autoComplete="off"
              />
            </Field>
            <FormFailure failure={form.failure} slow={form.slow} />
            <div className="row wrap">
              <Button type="submit" variant="primary" keys="⌘↵" pending={form.pending} disabledReason={blocker}>
                {t('Create group')}
              </Button>
              <ButtonLink href="/groups" variant="ghost">
                {t('Cancel')}
              </ButtonLink>
              {mayNotCreate === null ? null : <span className="small text-3">{mayNotCreate}</span>}
            </div>
          </div>
        </Form>
        <div className={styles.side}>
          {shown.messageModel === 'broadcasting' ? (
            <BroadcastRules />
          ) : (
            <>
              <ScheduleChart strips={[{ name: t('Proposed'), proposed: true, schedule }]}>
                <div className="panel-body col">
                  <p aria-live="polite">{describeSchedule(schedule)}</p>
                  <ScheduleCells schedule={schedule} savedRetries={null} />
                </div>
              </ScheduleChart>
              <LintList findings={lintSettings(shown)} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
