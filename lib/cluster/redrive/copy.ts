import { LINEAGE_PROPERTY, lineageOf, type RedriveWay } from '../../model/redrive/redrive-way';
import { SYS_FLAG } from '../wire/message';
import type { Letter } from './letter';

/** Of the delivery that failed, of how the broker kept it, or what would delay or redirect the copy. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['DELAY', 'WAIT', 'CLUSTER', 'MSG_REGION', 'TRACE_ON', 'POP_CK', '1ST_POP_TIME', 'RECONSUME_TIME'],
  ...['MAX_RECONSUME_TIMES', 'MIN_OFFSET', 'MAX_OFFSET', 'CONSUME_START_TIME', 'ORIGIN_MESSAGE_ID', 'REAL_TOPIC'],
  ...['REAL_QID', 'TRAN_MSG', 'ORIGIN_GROUP', 'RETRY_TOPIC', LINEAGE_PROPERTY],
]);
const DROPPED_PREFIXES = ['TIMER_', 'INNER_', 'DLQ_ORIGIN_'];

/** What a copy of a dead letter is sent with. */
export interface Copy {
  readonly flag: number;
  readonly sysFlag: number;
  readonly bornMs: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The message as it was sent first, with the name of its re-drive. Pure. */
export function copyOf(letter: Letter, way: RedriveWay, lineage: string, ord: number): Copy {
  const kept = Object.entries(letter.properties).filter(
    ([name]) => !DROPPED.has(name) && !DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  const origin = way === 'topic' ? [] : [['RETRY_TOPIC', letter.topic] as const];
  return {
    flag: letter.flag,
    sysFlag: letter.sysFlag & (SYS_FLAG.compressed | SYS_FLAG.compressionType),
    bornMs: letter.bornMs,
    properties: Object.fromEntries([...kept, ...origin, [LINEAGE_PROPERTY, lineageOf(lineage, ord)] as const]),
    body: letter.body,
  };
}
