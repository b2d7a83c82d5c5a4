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
import { formatCount } from '@/components/ui/number.model';
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
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

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
    return <EmptyState kind="none-ever">{t('No version is kept.')}</EmptyState>;
  const earlier = versions.find(({ version }) => version < chosen.version);
  const before = versions.find(({ version }) => String(version) === url.get('with')) ?? earlier;
  return (
    <div className={styles.page}>
      <section className="panel">
        <header>
          <h2>{t('{count, plural, one {# version} other {# versions}}', { count: data.group.version })}</h2>
          <span className="small text-3">
            {versions.length < data.group.version
              ? t('newest first, the last {count, number}', { count: versions.length })
              : t('newest first')}
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
                  {index === 0 ? <Tag>{t('in use')}</Tag> : null}
                  <span className="grow" />
                  <Time at={version.at} style="day-clock" />
                </span>
                <span>
                  {workspace !== null && version.version === 1
                    ? t('First seen')
                    : summaryOf(versions[index + 1], version)}
                </span>
                <span className="small text-2">
                  {version.reason === null
                    ? version.actor
                    : t('{name}: “{reason}”', { name: version.actor, reason: version.reason })}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <footer className="small text-3">
          {workspace === null
            ? t('Kept permanently, also in the audit log.')
            : t('Kept until the cluster is detached.')}
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
            <Said
              of={pieces('{name}, {time}', { name: after.actor, time: <Time at={after.at} style="day-clock" /> })}
            />
          </span>
          <label className="panel-end row small text-3">
            {t('Compare with')}
            <Select
              aria-label={t('Compare with')}
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
        <ChangesTable
          changes={changes}
          names={[
            t('v{version, number}', { version: before.version }),
            inUse
              ? t('v{version, number}, in use', { version: after.version })
              : t('v{version, number}', { version: after.version }),
          ]}
        />
        <footer className="small text-2">
          {same.length === 0
            ? t('All settings differ.')
            : t('Unchanged: {fields}.', {
                fields: enumerated(same.map((field) => t(GROUP_FIELDS[field].label))),
              })}
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
          <th scope="col">{t('Setting')}</th>
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
      t('First deliveries'),
      ({ delivered, redelivered }: NonNullable<VersionView['use']>) => (delivered ?? 0) - (redelivered ?? 0),
    ],
    [t('Retries'), ({ redelivered }: NonNullable<VersionView['use']>) => redelivered ?? 0],
    [t('Moved to the DLQ'), ({ died }: NonNullable<VersionView['use']>) => died ?? 0],
  ] as const;
  return (
    <section className="panel">
      <header>
        <h2>{t('While each version was in use')}</h2>
        <span className="small text-3">{t('per minute, for as long as history is kept')}</span>
      </header>
      <table className={styles.diff}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('What happened')}</span>
            </th>
            <th scope="col">v{before.version}</th>
            <th scope="col">
              {inUse
                ? t('v{version, number}, so far', { version: after.version })
                : t('v{version, number}', { version: after.version })}
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
