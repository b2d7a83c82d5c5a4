'use client';

import { useUrlParams } from '@/components/data-table/use-url-params';
import { Select } from '@/components/form/inputs';
import { scheduleOf } from '@/components/groups/schedule.model';
import type { Change } from '@/components/form/change.model';
import { changesBetween } from '@/components/groups/settings/changes.model';
import { ScheduleChart } from '@/components/groups/settings/schedule-chart';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { useWorkspace } from '@/components/live/use-workspace';
import { useNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import type { GroupHistoryView, VersionView } from '@/lib/console/operations/groups/views';
import { GROUP_FIELD_NAMES, GROUP_FIELDS } from '@/lib/model/group/group-settings';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { engineIn } from '@/lib/model/workspace';
import { FirstVersion } from './first-version';
import { meaningOf, summaryOf, whyUncounted } from './history.model';
import styles from './history.module.css';
import { Revert } from './revert-panel';

interface HistoryViewProps {
  readonly packed: Packed<ReadResult<GroupHistoryView>>;
  /** Null: may revert; else why not. */
  readonly mayNotRevert: string | null;
}

/** Versions on the left; what one of them changed, and what it meant, on the right. */
export function HistoryView({ packed, mayNotRevert }: HistoryViewProps) {
  const initial = usePacked(packed);
  const workspace = useWorkspace();
  const url = useUrlParams();
  const { name } = initial.data.group;
  const history = useLiveQuery('groupHistory', { group: name }, { initial, live: { kinds: ['group'], group: name } });
  const data = history.data ?? initial.data;
  const { versions } = data;
  const newest = versions[0];
  const chosen = versions.find(({ version }) => String(version) === url.get('version')) ?? newest;
  if (newest === undefined || chosen === undefined)
    return <EmptyState kind="none-ever">No version is kept.</EmptyState>;
  const earlier = versions.find(({ version }) => version < chosen.version);
  const before = versions.find(({ version }) => String(version) === url.get('with')) ?? earlier;
  return (
    <div className={styles.page}>
      <section className="panel">
        <header>
          <h2>{plural(data.group.version, 'version')}</h2>
          <span className="small text-3">
            newest first{versions.length < data.group.version ? `, the last ${versions.length}` : ''}
          </span>
        </header>
        <ReadProblem error={history.error} onRetry={history.retry} />
        <ol className={styles.versions}>
          {versions.map((version, index) => (
            <li key={version.version}>
              <button
                type="button"
                className={styles.version}
                data-row={String(version.version)}
                aria-current={version === chosen}
                onClick={() => url.set({ version: String(version.version), with: undefined })}
              >
                <span className="row">
                  <b>v{version.version}</b>
                  {index === 0 ? <Tag>in use</Tag> : null}
                  <span className="grow" />
                  <Time at={version.at} style="day-clock" />
                </span>
                <span>
                  {workspace !== null && version.version === 1 ? 'First seen' : summaryOf(versions[index + 1], version)}
                </span>
                <span className="small text-2">
                  {version.actor}
                  {version.reason === null ? '' : `: “${version.reason}”`}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <footer className="small text-3">
          {workspace === null ? 'Kept for ever, also in the audit log.' : 'Kept until the cluster is detached.'}
        </footer>
      </section>
      <div className={styles.side}>
        {before === undefined ? (
          <FirstVersion version={chosen} inUse={chosen === newest} engine={engineIn(workspace)} />
        ) : (
          <Comparison data={data} before={before} after={chosen} onCompare={(version) => url.set({ with: version })} />
        )}
        {chosen.version === newest.version && before === undefined ? null : (
          <Revert
            // Another target is another form.
            key={`${(chosen.version === newest.version ? before : chosen)?.version}`}
            data={data}
            reload={history.readAgain}
            target={chosen.version === newest.version && before !== undefined ? before : chosen}
            mayNotRevert={mayNotRevert}
            onDone={() => url.set({ version: undefined, with: undefined })}
          />
        )}
      </div>
    </div>
  );
}

interface ComparisonProps {
  readonly data: GroupHistoryView;
  readonly before: VersionView;
  readonly after: VersionView;
  readonly onCompare: (version: string) => void;
}

function Comparison({ data, before, after, onCompare }: ComparisonProps) {
  const changes = changesBetween(before.settings, after.settings);
  const same = GROUP_FIELD_NAMES.filter((field) => !changes.some((change) => change.field === field));
  const inUse = data.group.version === after.version;
  return (
    <>
      <section className="panel">
        <header>
          <h2>
            v{before.version} → v{after.version}
          </h2>
          <span className="small text-3">
            {after.actor}, <Time at={after.at} style="day-clock" />
          </span>
          <label className="panel-end row small text-3">
            Compare with
            <Select
              aria-label="Compare with"
              value={String(before.version)}
              onChange={(event) => onCompare(event.target.value)}
            >
              {data.versions
                .filter(({ version }) => version !== after.version)
                .map(({ version }) => (
                  <option key={version} value={version}>
                    v{version}
                  </option>
                ))}
            </Select>
          </label>
        </header>
        <div className="panel-body">
          <p className={styles.lead}>{meaningOf(before.settings, after.settings)}</p>
        </div>
        <ChangesTable changes={changes} names={[`v${before.version}`, `v${after.version}${inUse ? ', in use' : ''}`]} />
        <footer className="small text-2">
          {same.length === 0
            ? 'Every setting differs.'
            : `The same in both: ${same.map((field) => GROUP_FIELDS[field].label.toLowerCase()).join(', ')}.`}
        </footer>
      </section>
      {after.settings.messageModel === 'broadcasting' ? null : (
        <ScheduleChart
          strips={[before, after].map((version) => ({
            name: `v${version.version}`,
            proposed: version === after,
            schedule: scheduleOf(version.settings.retryPolicy, version.settings.maxRetries),
          }))}
        />
      )}
      <UseTable before={before} after={after} inUse={inUse} />
    </>
  );
}

function ChangesTable({
  changes,
  names,
}: {
  readonly changes: readonly Change[];
  readonly names: readonly [string, string];
}) {
  if (changes.length === 0) return null;
  return (
    <table className={styles.diff}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td>
              <del className={styles.old}>{before}</del>
            </td>
            <td>
              <ins className={styles.new}>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UseTable({
  before,
  after,
  inUse,
}: {
  readonly before: VersionView;
  readonly after: VersionView;
  readonly inUse: boolean;
}) {
  const nowMs = useNow();
  const cell = (version: VersionView, read: (use: NonNullable<VersionView['use']>) => number): string =>
    version.use === null ? whyUncounted(version, inUse && version === after, nowMs) : formatCount(read(version.use));
  const rows = [
    [
      'First deliveries',
      ({ delivered, redelivered }: NonNullable<VersionView['use']>) => (delivered ?? 0) - (redelivered ?? 0),
    ],
    ['Retries', ({ redelivered }: NonNullable<VersionView['use']>) => redelivered ?? 0],
    ['Died', ({ died }: NonNullable<VersionView['use']>) => died ?? 0],
  ] as const;
  return (
    <section className="panel">
      <header>
        <h2>While each was in use</h2>
        <span className="small text-3">by the minute, as far as history is kept</span>
      </header>
      <table className={styles.diff}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">What happened</span>
            </th>
            <th scope="col">v{before.version}</th>
            <th scope="col">
              v{after.version}
              {inUse ? ', so far' : ''}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, read]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{cell(before, read)}</td>
              <td>{cell(after, read)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
