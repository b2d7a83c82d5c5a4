'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useWorkspace } from '@/components/live/use-workspace';
import { ReadProblem } from '@/components/live/read-problem';
import { toSearch, useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { formatBytes, formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Stat } from '@/components/ui/stat';
import { Time, ZoneName } from '@/components/ui/time';
import { usePush } from '@/components/ui/use-push';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { inWorkspace } from '@/lib/model/workspace';
import { LETTER_CONDITIONS } from '@/lib/model/dead-letter/letter-filter';
import type { ReadResult } from '@/lib/model/read-result';
import { PlanChange } from './plan-change';
import { PlanOthers, PlanWay } from './plan-way';
import { PlanHeadroom } from './plan-headroom';
import { PlanSafety } from './plan-safety';
import { PlanSet } from './plan-set';
import { PlanStays } from './plan-stays';
import { PlanTry } from './plan-try';
import { planFor, scopeWords, titleOf } from './plan.model';
import styles from './plan.module.css';
import { apiBody, countSent, curlOf, FIRST_DRAFT, suggestedReason, type StartDraft, timeNeeded } from './start.model';
import { StartPanel } from './start-panel';

const PARAMS = [
  ...LETTER_CONDITIONS,
  ...[
    'set',
    'message',
    'redrive',
    'verdict',
    'without',
    'all',
    'through',
    'frozen',
    'leave',
    'alarm',
    'edit',
    'assumed',
  ],
];

/** The dry run: what would be sent, what would not and why, before anything is. */
export function PlanView({ initial }: { readonly initial: ReadResult<RedrivePlanView> }) {
  const push = usePush();
  const url = useUrlParams();
  const rest = Object.fromEntries(PARAMS.map((name) => [name, url.get(name)]));
  const plan = useLiveQuery(
    'redrivePlan',
    { ...rest, group: url.get('group') ?? '' },
    { initial, live: { kinds: ['dead-letter', 'redrive', 'client'], group: initial.data.group } },
  );
  const planned = plan.data ?? initial.data;
  const workspace = useWorkspace();
  const [draft, setDraft] = useState<StartDraft>({
    ...FIRST_DRAFT,
    ...(workspace === null ? {} : { rate: '200' }),
    reason: suggestedReason(initial.data),
  });
  const data = planFor(planned, draft.topic);
  const change = (fields: Partial<StartDraft>) => setDraft((before) => ({ ...before, ...fields }));
  const { cluster } = data;
  const leave = inWorkspace(workspace, `/dead-letters?group=${encodeURIComponent(data.group)}`);
  useShortcut('escape', () => push(leave), t('Discard the plan'));
  useCrumbs([
    { href: inWorkspace(workspace, '/redrives'), label: t('Re-drives') },
    { href: inWorkspace(workspace, '/redrives/new'), label: t('New plan, {group}', { group: data.group }) },
  ]);

  return (
    <>
      <PageHeader
        title={titleOf(data, draft.topic)}
        actions={
          <>
            <CopyButton
              text={() => curlOf(location.origin, apiBody(data, draft) ?? {}, workspace)}
              label={t('Copy as curl')}
              showLabel
            />
            <ButtonLink href={leave} variant="ghost" icon={X} keys="Esc">
              {t('Discard plan')}
            </ButtonLink>
          </>
        }
      >
        {planWords(data, draft)}
      </PageHeader>
      <ReadProblem error={plan.error} onRetry={plan.retry} />
      <section className="panel stats" aria-label={t('Re-drive set')}>
        <Stat name={t('Matched')} note={scopeWords(data)}>
          {formatCount(data.matched)}
        </Stat>
        <Stat
          name={t('Left out')}
          note={
            data.excluded === 0
              ? t('none')
              : t('{reasons, plural, one {# reason} other {# reasons}}, see below', { reasons: data.reasons.length })
          }
        >
          {formatCount(data.excluded)}
        </Stat>
        <Stat
          name={t('In the set')}
          note={
            <Said
              of={pieces('frozen at {time}, {bytes}', {
                time: <Time at={data.frozenAt} style="clock" />,
                bytes: formatBytes(data.bodyBytes),
              })}
            />
          }
        >
          {formatCount(data.inSet)}
        </Stat>
        <Stat
          name={t('Dead-lettered since')}
          note={data.diedSince === 0 ? t('later dead letters are not added') : t('not in this set')}
        >
          {formatCount(data.diedSince)}
        </Stat>
        <Stat name={t('Time needed')} note={t('to release all, if all succeed')}>
          {timeNeeded(countSent(data, draft), draft)}
        </Stat>
        <Stat name={t('First expiry')} note={data.expiresAt === null ? t('kept until an operator acts') : <ZoneName />}>
          {data.expiresAt === null ? t('none') : <Time at={data.expiresAt} style="day-clock" />}
        </Stat>
      </section>
      <div className={styles.plan}>
        <div className="col col-wide">
          {cluster === null ? null : (
            <PlanWay plan={data} cluster={cluster} onAssume={(assumed) => url.set({ assumed })} />
          )}
          {cluster === null ? null : <PlanOthers plan={data} cluster={cluster} draft={draft} onChange={change} />}
          <PlanSet plan={data} />
          <PlanStays
            plan={data}
            address={toSearch({ ...rest, group: data.group })}
            onTake={(left) => url.set({ leave: left })}
          />
          {cluster === null ? (
            <PlanChange plan={data} draft={draft} onChange={change} openEdit={url.get('edit') === '1'} />
          ) : null}
          {draft.topic === null && cluster === null ? <PlanHeadroom plan={data} draft={draft} /> : null}
        </div>
        <div className="col col-wide">
          <PlanSafety plan={data} draft={draft} />
          <StartPanel
            plan={data}
            draft={draft}
            onChange={change}
            onStarted={(redriveId) => push(`/redrives/${redriveId}`)}
          />
          {cluster?.tryId == null ? null : <PlanTry deadLetterId={cluster.tryId} notAllowed={data.startNotAllowed} />}
        </div>
      </div>
    </>
  );
}

/** Who receives the messages, and what of them stays the same. */
function planWords({ cluster, group }: RedrivePlanView, { topic, edits }: StartDraft): string {
  if (cluster?.way === 'topic')
    return t(
      'This is a plan: nothing has been sent. Other groups receive a copy too. IDs, keys and bodies stay the same.',
    );
  if (topic !== null)
    return t('This is a plan: nothing has been sent. Every group of the topic receives a copy of each message.');
  return edits === null
    ? t(
        `This is a plan: nothing has been sent. Only {group} receives the messages. IDs, keys and bodies stay the
        same.`,
        { group },
      )
    : t('This is a plan: nothing has been sent. Only {group} receives the messages. IDs and keys stay the same.', {
        group,
      });
}
