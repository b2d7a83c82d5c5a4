import { fingerprintOf } from '../../../model/fingerprint/fingerprint';
import { type BrokerContext, redriveName } from '../../../broker';
import type { ListInput, Page } from '../../../broker/page-of';
import { BrokerError } from '../../../model/errors';
import type { EvidenceOf } from '../../../broker/redrive/advance';
import { checkLimit, pageOf, readCursor } from '../../../broker/redrive/read';
import type { RedriveVerdict } from '../../../model/redrive';
import { clusterRedriveEvidence } from '../../../store/queries/cluster-redrive/evidence';
import { clusterRedriveItems, type ClusterItemRow } from '../../../store/queries/cluster-redrive/items';
import {
  clusterRedriveList,
  clusterRedriveRead,
  type ClusterRedriveRow,
} from '../../../store/queries/cluster-redrive/read';
import type { RedriveItemRow } from '../../../store/queries/redrive/redrive-items';
import type { ClusterEngine } from '../clusters/directory';

const DEFAULT_PAGE = 100;

/** With its verdicts, read from the rows now. @throws BrokerError not-found */
export async function readClusterRedrive(
  ctx: BrokerContext,
  { clusterId, name }: ClusterEngine,
  redriveId: number,
): Promise<ClusterRedriveRow> {
  const found =
    Number.isInteger(redriveId) && redriveId > 0 && redriveId < 2 ** 31
      ? await clusterRedriveRead(ctx.store.console, clusterId, redriveId)
      : null;
  if (found !== null) return found;
  throw new BrokerError('not-found', `Re-drive ${redriveName(redriveId)} does not exist in ${name}.`, {
    field: 'redriveId',
    value: redriveId,
  });
}

/** Newest first. @throws BrokerError bad-request */
export async function listClusterRedrives(
  ctx: BrokerContext,
  { clusterId }: ClusterEngine,
  {
    group,
    openOnly = false,
    cursor,
    limit = 50,
  }: ListInput & { readonly group?: string | undefined; readonly openOnly?: boolean | undefined },
): Promise<Page<ClusterRedriveRow>> {
  checkLimit(limit);
  const filter = { clusterId, group: group ?? null, openOnly };
  const rows = await clusterRedriveList(ctx.store.console, filter, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, ({ redriveId }) => redriveId);
}

/** In release order. @throws BrokerError bad-request, not-found */
export async function listClusterRedriveItems(
  ctx: BrokerContext,
  engine: ClusterEngine,
  {
    redriveId,
    verdicts,
    cursor,
    limit = DEFAULT_PAGE,
  }: ListInput & { readonly redriveId: number; readonly verdicts?: readonly RedriveVerdict[] | undefined },
): Promise<Page<RedriveItemRow>> {
  checkLimit(limit);
  await readClusterRedrive(ctx, engine, redriveId);
  const after = readCursor(cursor) ?? 0;
  const rows = await clusterRedriveItems(ctx.store.console, redriveId, verdicts ?? null, after, limit + 1);
  return pageOf(rows.map(withCause), limit, ({ ord }) => ord);
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
