import { fingerprintOf } from '../../../model/dead-letter/fingerprint/fingerprint';
import type { BrokerContext } from '../../../broker';
import type { Page } from '../../../broker/page-of';
import type { EvidenceOf } from '../../../broker/redrive/advance';
import { findRun, pageByNumber } from '../../../broker/redrive/read';
import { clusterRedriveEvidence } from '../../../store/queries/cluster-redrive/evidence';
import { clusterRedriveItems, type ClusterItemRow } from '../../../store/queries/cluster-redrive/items';
import {
  clusterRedriveList,
  clusterRedriveRead,
  type ClusterRedriveRow,
} from '../../../store/queries/cluster-redrive/read';
import type { RedriveItemRow } from '../../../store/queries/redrive/redrive-items';
import type { RunItemsAsked, RunsAsked } from '../../port/redrives';
import type { ClusterEngine } from '../clusters/directory';

/** With its verdicts, read from the rows now. @throws BrokerError not-found */
export function readClusterRedrive(
  ctx: BrokerContext,
  { clusterId, name }: ClusterEngine,
  redriveId: number,
): Promise<ClusterRedriveRow> {
  return findRun(redriveId, () => clusterRedriveRead(ctx.store.console, clusterId, redriveId), name);
}

/** Newest first. @throws BrokerError bad-request */
export function listClusterRedrives(
  ctx: BrokerContext,
  { clusterId }: ClusterEngine,
  { group, openOnly = false, span, cursor, limit = 50 }: RunsAsked,
): Promise<Page<ClusterRedriveRow>> {
  return pageByNumber({ cursor, limit }, 'redriveId', (before, most) =>
    clusterRedriveList(ctx.store.console, { clusterId, group: group ?? null, openOnly, span }, before, most),
  );
}

/** In release order. @throws BrokerError bad-request, not-found */
export async function listClusterRedriveItems(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { redriveId, verdicts, ...page }: RunItemsAsked,
): Promise<Page<RedriveItemRow>> {
  await readClusterRedrive(ctx, engine, redriveId);
  return await pageByNumber(page, 'ord', async (after, limit) => {
    const rows = await clusterRedriveItems(ctx.store.console, redriveId, verdicts ?? null, after ?? 0, limit);
    return rows.map(withCause);
  });
}

const MOST_MESSAGE_CHARS = 300;

/** Reports of clusters are kept as they came: which cause they are of follows from them. */
function withCause({ stack, ...row }: ClusterItemRow): RedriveItemRow {
  const { errorType, errorMessage } = row;
  if (errorType === null || errorMessage === null) return row;
  const { fingerprint } = fingerprintOf({ errorType, message: errorMessage, stack });
  return { ...row, errorMessage: errorMessage.slice(0, MOST_MESSAGE_CHARS), causeKey: fingerprint };
}

/** What the rule looks at. 4.x clients tell only that they are done. */
export function evidenceOf({ way }: Pick<ClusterRedriveRow, 'way'>): EvidenceOf {
  return (db, _now, redriveId, asked) => clusterRedriveEvidence(db, redriveId, way === 'pop-retry', asked);
}

export type ClusterRedrive = ClusterRedriveRow;
