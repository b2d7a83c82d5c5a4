'use client';

import { Download } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { groupHref } from '@/components/parts/names';
import { useWorkspace } from '@/components/live/use-workspace';
import { loadPeek } from '@/components/messages/group-peek';
import { letterPane } from '@/components/dead-letters/letter-pane';
import { Beside } from '@/components/messages/beside';
import { pageOf } from '@/components/messages/peek.model';
import { usePeek } from '@/components/messages/use-peek';
import { ReadProblem, readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { Time, ZoneName } from '@/components/ui/time';
import { between, pieces, quoted, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedriveItemsPage, RedrivePage, RedriveSeriesPage } from '@/lib/console/operations/redrives/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { known } from '@/lib/model/reading';
import { inWorkspace } from '@/lib/model/workspace';
import { itemColumns } from './item-columns';
import { type AskedOf, RedriveActions } from './redrive-actions';
import { RuleStates } from './rule-states';
import { RunCharts } from './run-charts';
import { RunLeadPanel } from './run-lead';
import { RunMark } from './run-mark';
import { VerdictPanel } from './verdict-panel';
import { controlsOf } from './verdicts.model';

interface RedriveViewProps {
  readonly id: string;
  readonly initial: ReadResult<RedrivePage>;
  readonly initialItems: ReadResult<RedriveItemsPage>;
  readonly initialSeries: ReadResult<RedriveSeriesPage>;
}

function idOf({ ord }: { readonly ord: number }): string {
  return String(ord);
}

/**
 * The page of one re-drive: its selection and the verdict of each message, read from the rows, while it runs and after.
 */
export function RedriveView({ id, initial, initialItems, initialSeries }: RedriveViewProps) {
  const url = useUrlParams();
  const workspace = useWorkspace();
  const show = url.get('show') ?? '';
  const { group } = initial.data.redrive;
  // a verdict is made by deliveries, which name the group and not the re-drive
  const live = { kinds: ['redrive', 'message', 'dead-letter'] as const, group };
  const page = useLiveQuery('redrive', { id }, { initial, live });
  const items = useLiveQuery('redriveItems', { id, show, cursor: url.get('cursor') }, { initial: initialItems, live });
  const data = page.data ?? initial.data;
  const { redrive, controlNotAllowed, recallNotOffered, alarms } = data;
  const { counts, mostDeliveries: most } = redrive;
  const [asked, setAsked] = useState<AskedOf>(null);
  const controls = controlsOf(redrive, controlNotAllowed, recallNotOffered);
  const columns = useMemo(() => itemColumns(most), [most]);
  const options = filterOptions(counts);
  const rows = useMemo(() => items.data?.items.map((row) => ({ ...row, group })), [items.data, group]);
  const peek = usePeek(url, rows, idOf, 'message');
  const shown = options.find((option) => option.value === show);
  useCrumbs([
    { href: inWorkspace(workspace, '/redrives'), label: t('Re-drives') },
    { href: inWorkspace(workspace, `/redrives/${id}`), label: `${redrive.name}${between(',')}${redrive.group}` },
  ]);
  const ask = () => {
    page.retry();
    items.retry();
  };

  return (
    <Beside load={loadPeek} pane={letterPane(url)}>
      <PageHeader
        title={redrive.name}
        marks={
          <>
            <RunMark redrive={redrive} />
            <span className="text-2">
              <Said
                of={pieces('{selected, plural, one {# message} other {# messages}} of {group}: {scope}', {
                  selected: counts.selected,
                  group: (
                    <Link href={groupHref(redrive.group, '', workspace)} prefetch={false} className="underlined">
                      {redrive.group}
                    </Link>
                  ),
                  scope: redrive.scope,
                })}
              />
            </span>
          </>
        }
        actions={
          <RedriveActions page={data} notAllowed={controlNotAllowed} asked={asked} onAsk={setAsked} onChanged={ask} />
        }
      >
        <Circumstances redrive={redrive} />
        {alarms.map((alarm) => (
          <span key={alarm.incidentId}>
            {' · '}
            <Said
              of={pieces('for alarm {link}', {
                link: (
                  <Link href={`/alarms/${alarm.incidentId}`} prefetch={false} className="underlined">
                    {t(alarm.says)}
                    {between(',')}
                    <Time at={alarm.firedAt} />
                  </Link>
                ),
              })}
            />
          </span>
        ))}
      </PageHeader>
      <ReadProblem error={page.error} onRetry={page.retry} />
      <RunLeadPanel
        page={data}
        recallBlock={controls.recall}
        resumeBlock={controls.resume}
        onRecall={() => setAsked('recall')}
        onResume={() => setAsked('again')}
        onWithout={() => setAsked('without')}
      />
      <VerdictPanel redrive={redrive} canRecall={recallNotOffered === null} asOf={page.asOf} />
      {redrive.stop === null ? null : <RuleStates page={data} />}
      <RunCharts id={id} redrive={redrive} initial={initialSeries} />
      {redrive.stop === null ? <RuleStates page={data} /> : null}
      <section className="panel">
        <header>
          <h2>{t('Messages')}</h2>
          <Segmented
            label={t('Filter by verdict')}
            options={options}
            value={shown?.value ?? ''}
            onChange={(value) => url.set({ show: value })}
          />
          <span className="panel-end row">
            {workspace === null ? <ViewMenu list="redrive-items" columns={columns} /> : null}
            {workspace !== null ? null : (
              <a
                href={`/api/console/redrive-messages?${new URLSearchParams({ id, ...(show === '' ? {} : { show }) })}`}
                className="row row-tight small underlined"
                download
              >
                <Icon of={Download} size={13} /> {t('Export CSV')}
              </a>
            )}
          </span>
        </header>
        <DataTable
          label={t('Messages of {redrive}', { redrive: redrive.name })}
          columns={columns}
          cols={url.get('cols')}
          rows={rows}
          rowId={idOf}
          {...(workspace === null ? { rowHref: pageOf, ...peek } : {})}
          rowQuiet={(row) => row.verdict === 'excluded' || row.verdict === 'cancelled'}
          problem={readProblem(items)}
          empty={
            <EmptyState kind="filtered-out">
              {t('No message of {redrive} is in this state now.', { redrive: redrive.name })}
            </EmptyState>
          }
          footer={
            <TableFooter
              shown={items.data?.items.length ?? 0}
              {...(shown === undefined || items.asOf === null ? {} : { total: known(shown.count, items.asOf) })}
              nextCursor={items.data?.nextCursor}
              tookMs={items.tookMs}
              asOf={items.asOf}
            />
          }
        />
      </section>
    </Beside>
  );
}

/** Who started it, when and why, how fast it may go, and the way of its copies. */
function Circumstances({ redrive }: { readonly redrive: RedrivePage['redrive'] }) {
  const { createdBy, frozenAt, reason, ratePerSecond, via } = redrive;
  return (
    <>
      {createdBy}
      {between(',')}
      <Time at={frozenAt} /> <ZoneName />
      {reason === '' ? '' : ` · ${quoted(reason)}`}
      {' · '}
      {ratePerSecond === null ? t('no rate limit') : t('at most {rate, number}/s', { rate: ratePerSecond })}
      {via === null ? '' : ` · ${via}`}
    </>
  );
}

function filterOptions(counts: RedrivePage['redrive']['counts']): { value: string; label: string; count: number }[] {
  const failing = counts.retrying + counts.diedAgain;
  const all = counts.selected + counts.excluded;
  const options = [
    { value: '', name: t('All'), count: all },
    { value: 'consumed', name: t('Consumed'), count: counts.consumed },
    { value: 'in-flight', name: t('In flight'), count: counts.inFlight },
    { value: 'failing', name: t('Retrying or failed again'), count: failing },
    { value: 'not-yet-fetched', name: t('Not yet fetched'), count: counts.notYetFetched },
    { value: 'not-failed', name: t('Not failed so far'), count: counts.notFailed },
    { value: 'recalled', name: t('Recalled'), count: counts.recalled },
    { value: 'cancelled', name: t('Not released'), count: counts.cancelled },
    { value: 'unknown', name: t('Unknown'), count: counts.unknown },
    { value: 'excluded', name: t('Excluded'), count: counts.excluded },
  ];
  const rare = ['in-flight', 'not-failed', 'recalled', 'cancelled', 'unknown', 'excluded'];
  const offered = options.filter(({ value, count }) => count > 0 || !rare.includes(value));
  return offered.map(({ value, name, count }) => ({ value, count, label: `${name} ${formatCount(count)}` }));
}
