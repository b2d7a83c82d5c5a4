import type { Clock } from '../../../model/clock';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { fingerprintOf } from '../../../model/dead-letter/fingerprint/fingerprint';
import type { ConsumerGroup } from '../../../model/group/group';
import type { Metrics } from '../../../model/metrics';
import type { Store } from '../../../store/client';
import { broadcastFailureTargets } from '../../../store/queries/broadcast/broadcast-failure-target';
import { failureReportInsert } from '../../../store/queries/failure/failure-report-insert';
import { type FailureTarget, failureTargets } from '../../../store/queries/failure/failure-target';
import { isItemFault, retryRolledBack } from '../../../store/sql-errors';
import { Batcher } from '../batcher';
import type { Changes } from '../changes';
import type { GroupDirectory } from '../directories/groups';
import type { ReportFailureInput } from './check-report';

/** The result of one report. */
export type ReportOutcome =
  /** False: this delivery had a report. */
  { readonly stored: boolean } | { readonly error: BrokerError };

export interface ReportLaneParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly groups: GroupDirectory;
  readonly changes: Changes;
}

interface NamedReport extends ReportFailureInput {
  readonly cause: ReturnType<typeof causeOf>;
}

interface Arrived {
  readonly report: NamedReport;
  readonly atMs: number;
}

interface Placed {
  readonly report: NamedReport;
  readonly group: ConsumerGroup;
}

const MAX_REPORTS = 500;
const MAX_CHARACTERS = 2_000_000;
/** A report has up to 20,000 characters: what waits must not fill the memory. */
const PATIENCE = { maxWaiting: 2_000, maxWaitMs: 3_000 } as const;

/**
 * Failure reports of all callers in one lane: a storm of failures costs this process one connection and a few
 * statements a second, however many report.
 */
export class ReportLane {
  readonly #parts: ReportLaneParts;
  readonly #reports: Batcher<Arrived, ReportOutcome>;

  constructor(parts: ReportLaneParts) {
    this.#parts = parts;
    this.#reports = new Batcher({
      run: (arrived) => this.#run(arrived.map(agedInLane)),
      maxItems: MAX_REPORTS,
      maxWeight: MAX_CHARACTERS,
      weigh: ({ report: { message, stack = '' } }) => message.length + stack.length,
      mayRunAlone: isItemFault,
      patience: { ...PATIENCE, refuse: (_, { waitedMs, waiting }) => tooMany(waitedMs, waiting) },
    });
  }

  /** @param report checked @throws BrokerError too-many-requests: nothing was stored */
  submit(report: ReportFailureInput): Promise<ReportOutcome> {
    // Named as they arrive: the processor works while the database stores those before.
    return this.#reports.submit({ report: { ...report, cause: causeOf(report) }, atMs: performance.now() });
  }

  async #run(reports: readonly NamedReport[]): Promise<ReportOutcome[]> {
    const groups = await this.#groupsOf(reports);
    const placed: Placed[] = [];
    for (const report of reports) {
      const group = groups.get(report.group);
      if (group !== undefined && !isBrokerError(group)) placed.push({ report, group });
    }
    const found = await this.#find(placed);
    const outcomes = new Map<ReportFailureInput, ReportOutcome>();
    const good: (Placed & { readonly target: FailureTarget })[] = [];
    for (const { report, group } of placed) {
      const target = oneTarget(report, group, found.get(report) ?? []);
      if (isBrokerError(target)) outcomes.set(report, { error: target });
      else good.push({ report, group, target });
    }
    const rows = good.map(({ report, target: { groupId, queueId, off, generation } }) => ({
      ...{ groupId, queueId, off, generation, attempt: report.attempt },
      ...{ errorType: report.errorType, message: report.message, stack: report.stack ?? null },
      appVersion: report.appVersion ?? null,
      ...report.cause,
    }));
    const { store, clock } = this.#parts;
    const stored =
      rows.length === 0 ? [] : await retryRolledBack(() => failureReportInsert(store.broker, clock.nowOrNull(), rows));
    for (const [index, { report, group, target }] of good.entries()) {
      outcomes.set(report, { stored: stored[index] ?? false });
      if (stored[index] === true) this.#tell(group.name, report.messageId, target);
    }
    return reports.map((report) => {
      const group = groups.get(report.group);
      const outcome = isBrokerError(group) ? { error: group } : outcomes.get(report);
      if (outcome === undefined) throw new Error(`no outcome for the report of ${report.messageId}`);
      return outcome;
    });
  }

  async #groupsOf(reports: readonly ReportFailureInput[]): Promise<Map<string, ConsumerGroup | BrokerError>> {
    const names = [...new Set(reports.map(({ group }) => group))];
    const found = await Promise.all(
      names.map(async (name) => {
        try {
          return await this.#parts.groups.find(name);
        } catch (error) {
          if (isBrokerError(error)) return error;
          throw error;
        }
      }),
    );
    return new Map(found.map((group, index) => [names[index] ?? '', group]));
  }

  async #find(placed: readonly Placed[]): Promise<Map<ReportFailureInput, FailureTarget[]>> {
    const shared = placed.filter(({ group }) => group.messageModel === 'clustering').map(asked);
    const broadcast = placed.filter(({ group }) => group.messageModel === 'broadcasting').map(asked);
    const db = this.#parts.store.broker;
    const [ofShared, ofBroadcast] = await Promise.all([
      shared.length === 0 ? [] : failureTargets(db, this.#parts.clock.nowOrNull(), shared),
      broadcast.length === 0 ? [] : broadcastFailureTargets(db, broadcast),
    ]);
    const found = new Map<ReportFailureInput, FailureTarget[]>();
    for (const [list, targets] of [[shared, ofShared] as const, [broadcast, ofBroadcast] as const]) {
      for (const target of targets) {
        const report = list[target.index]?.report;
        if (report !== undefined) found.set(report, [...(found.get(report) ?? []), target]);
      }
    }
    return found;
  }

  #tell(group: string, messageId: string, { dead }: FailureTarget): void {
    const { metrics, changes } = this.#parts;
    metrics.count('redrive_failure_reports_total', { consumer_group: group });
    changes.emit({ kind: 'message', group, messageId });
    // A report that comes after the death changes what the dead letter says.
    if (dead) changes.emit({ kind: 'dead-letter', group });
  }
}

/** The wait here counts to the time since the failure. */
function agedInLane({ report, atMs }: Arrived): NamedReport {
  if (report.agoMs === undefined) return report;
  return { ...report, agoMs: report.agoMs + Math.floor(performance.now() - atMs) };
}

function causeOf(report: ReportFailureInput) {
  const { fingerprint, errorType: causeType, text: causeText, topFrame } = fingerprintOf(report);
  return { fingerprint, causeType, causeText, topFrame };
}

function asked({ report, group: { groupId } }: Placed) {
  const { messageId, topic = null, clientId: client = null, attempt, agoMs = null } = report;
  return { report, groupId, messageId, topic, client, attempt, agoMs };
}

function oneTarget(
  { messageId, topic, clientId, group }: ReportFailureInput,
  { messageModel }: ConsumerGroup,
  [target, ...others]: readonly FailureTarget[],
): FailureTarget | BrokerError {
  if (target === undefined) {
    const reader = clientId === undefined || messageModel === 'clustering' ? group : `${clientId} of ${group}`;
    const where = topic === undefined ? `a topic that ${reader} reads` : `topic ${topic} for ${reader}`;
    return new BrokerError('message-not-found', `message ${messageId} is not in ${where}.`, {
      field: 'messageId',
      value: messageId,
    });
  }
  if (others.length === 0) return target;
  const topics = [target, ...others].map((place) => place.topic).join(', ');
  return new BrokerError('bad-request', `topic is needed: message ${messageId} is in ${topics}.`, {
    field: 'topic',
    limit: topics,
    value: '',
  });
}

function tooMany(waitedMs: number, waiting: number): BrokerError {
  const [limit, value] =
    waitedMs === 0
      ? [`${PATIENCE.maxWaiting} waiting`, `${waiting} waiting`]
      : [`${PATIENCE.maxWaitMs} ms`, `${waitedMs} ms`];
  return new BrokerError(
    'too-many-requests',
    `Too many failure reports at once; their wait is ${value}, its limit ${limit}. Send them again later; a repeat is harmless.`,
    { field: 'failure-reports', limit, value },
  );
}
