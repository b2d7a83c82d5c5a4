import type { Difference } from './support/compare';
import type { Fact } from './support/event-log';

/** A difference from Apache RocketMQ 5.3.3 that is meant. */
export interface ExplainedDifference {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Exactly what the scenarios show of it; a row that they show no more fails the run. */
  readonly shown: readonly Difference[];
  /** Why no scenario shows it. */
  readonly unseen?: string;
}

type Row = readonly [scenario: string, at: string, rocketmq: Fact, redrive: Fact];

function rows(...listed: readonly Row[]): Difference[] {
  return listed.map(([scenario, at, rocketmq, redrive]) => ({ scenario, at, rocketmq, redrive }));
}

const ORIGINAL_STEPS = [1, 5, 10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200];
const DOCUMENTED_STEPS = ORIGINAL_STEPS.slice(2);

export const differences: readonly ExplainedDifference[] = [
  {
    id: 'D1',
    what: 'Redrive pushes the documented 16 intervals from 10 s on; the original pushes 18 from 1 s on',
    why: 'the documented table is what operators plan with',
    shown: rows(
      ['settings-pushed', 'default group, PUSH_CONSUMER.customized', ORIGINAL_STEPS, DOCUMENTED_STEPS],
      ['settings-pushed', 'default group, SIMPLE_CONSUMER.customized', ORIGINAL_STEPS, DOCUMENTED_STEPS],
    ),
  },
  {
    id: 'D2',
    what: 'An ordered group waits a fixed 3 s by default',
    why: 'documented; the original pushes the unordered list',
    shown: rows(
      ['settings-pushed', 'ordered, PUSH_CONSUMER.customized', ORIGINAL_STEPS, [3]],
      ['settings-pushed', 'ordered, SIMPLE_CONSUMER.customized', ORIGINAL_STEPS, [3]],
    ),
  },
  {
    id: 'D3',
    what: 'The consumption timeout is the group field, 15 minutes by default; the original renews for 3 h',
    why: 'documented default',
    shown: [],
    unseen: 'takes longer than a test may',
  },
  {
    id: 'D4',
    what: 'A message is dead-lettered when its last delivery has certainly failed; the original waits for the next receive',
    why: 'nothing lingers where no client polls',
    shown: [],
    unseen: 'both are without the message at the next receive',
  },
  {
    id: 'D5',
    what: 'A handle that was replaced, or whose message is done, is 40013; the original accepts it without effect',
    why: 'the documented meaning; an application learns that its call did nothing',
    shown: rows(
      ['push-forward', 'ack after the forward.code', 20000, 40013],
      ['push-forward', 'ack after the forward.entries', [20000], [40013]],
      ['simple-double-ack', 'change after the ack.code', 20000, 40013],
      ['simple-double-ack', 'change after the ack.newHandle', true, false],
      ['simple-shorten', 'ack with the replaced handle.code', 20000, 40013],
      ['simple-shorten', 'ack with the replaced handle.entries', [20000], [40013]],
    ),
  },
  {
    id: 'D6',
    what: 'Message groups of one queue do not block each other',
    why: 'documented: order is kept within a message group',
    shown: rows(
      ['fifo-groups-of-a-queue', 'while a1 is out.code', 40401, 20000],
      ['fifo-groups-of-a-queue', 'while a1 is out.got', [], ['b1#1', 'b2#1']],
    ),
  },
  {
    id: 'D7',
    what: 'A delivery time above 24 h is 40012',
    why: 'the documentation says at once, the original refuses as well',
    shown: [],
    unseen: 'no difference from the code of the original',
  },
  {
    id: 'D8',
    what: 'A message group has at most 63 bytes',
    why: 'as the original, whose documentation says 64',
    shown: [],
    unseen: 'no difference from the code of the original',
  },
  {
    id: 'D9',
    what: 'Group names above the length limit are refused as such',
    why: 'the original lets the name pass and fails inside',
    shown: rows(
      ['consume-validation', 'receive of group long.code', 50001, 40003],
      ['consume-validation', 'ack of group long.code', 50001, 40003],
      ['consume-validation', 'ack of group long.entries', [50001], []],
      ['consume-validation', 'assignment of group long.code', 20000, 40003],
    ),
  },
  {
    id: 'D10',
    what: 'Tries of an ordered push consumer are known at its next call',
    why: 'the SDK counts them itself',
    shown: [],
    unseen: 'nothing on the wire shows it',
  },
  {
    id: 'D11',
    what: 'Producers have to wait 1 s, 1.6 s … 120 s when throttled; the original says 10 ms, 20 ms … 1 s',
    why: 'documented values',
    shown: rows(['settings-pushed', 'producer.exponential', [0.01, 1, 2], [0.625, 120, 1.6]]),
  },
  {
    id: 'D12',
    what: 'An open transaction is checked after 60 s by default',
    why: 'documented; the original checks after 6 s',
    shown: [],
    unseen: 'the interval is set short for tests',
  },
  {
    id: 'D13',
    what: 'Throttling is 42900',
    why: 'the original has no 530 either',
    shown: [],
    unseen: 'no scenario overloads a broker',
  },
  {
    id: 'D14',
    what: 'A handle that cannot be read is 40013, an ack without entries 40000; the original answers 50001 to both',
    why: 'an error of the caller is no internal error, and SDKs stop retrying on 40013',
    shown: rows(
      ['simple-double-ack', 'ack of garbage.code', 50001, 40013],
      ['simple-double-ack', 'ack of garbage.entries', [50001], [40013]],
      ['simple-double-ack', 'change of garbage.code', 50001, 40013],
      ['simple-double-ack', 'forward of garbage.code', 50001, 40013],
      ['simple-double-ack', 'ack of an empty handle.code', 50001, 40013],
      ['simple-double-ack', 'ack of an empty handle.entries', [50001], [40013]],
      ['simple-double-ack', 'ack of nothing.code', 50001, 40000],
      ['simple-batch-ack', 'garbage twice.code', 50001, 40013],
      ['simple-batch-ack', 'garbage twice.entries', [50001, 50001], [40013, 40013]],
      ['simple-batch-ack', 'expired and garbage.code', 30000, 40013],
      ['simple-batch-ack', 'expired and garbage.entries', [40013, 50001], [40013, 40013]],
    ),
  },
  {
    id: 'D15',
    what: 'A client that has not sent its settings may receive, ack and say goodbye',
    why: 'it may have reached another node before; the original answers 50001 and 40015',
    shown: rows(
      ['strangers', 'receive.code', 50001, 20000],
      ['strangers', 'receive.got', [], ['m1#1']],
      ['strangers', 'ack.code', 50001, 20000],
      ['strangers', 'ack.entries', [50001], [20000]],
      ['strangers', 'goodbye.code', 40015, 20000],
    ),
  },
  {
    id: 'D16',
    what: 'A tag expression that names no tag, or a tag with a bar in it, is 40010',
    why: 'the original takes it, and everything counts as consumed without a delivery: no message can have such a tag',
    shown: rows(
      ['tags', 'settings of "||".refused', 'gRPC 3', null],
      ['tags', '"A | B".code', 40401, 40010],
      ['tags', '"A|B".code', 40401, 40010],
      ['tags', '"|A".code', 40401, 40010],
      ['tags', '"A|||B".code', 20000, 40010],
      ['tags', '"A|||B".got', ['A'], []],
      ['tags', '"||".code', 50001, 40010],
      ['tags', '" || ".code', 40401, 40010],
      ['tags', '"|| ||".code', 40401, 40010],
      ['tags', '"|".code', 40401, 40010],
      ['tags', '" ".code', 40401, 40010],
    ),
  },
  {
    id: 'D17',
    what: 'A changed group is pushed to connected clients at once',
    why: 'otherwise they would use the old policy for up to 5 minutes',
    shown: rows(['settings-changed', 'within 3 s of the change.pushed', false, true]),
  },
  {
    id: 'D18',
    what: 'Unknown and illegal names are answered with the code of what is wrong: 40402, 40403, 40002, 40003',
    why: 'the original answers 50001 or 40014, or ends the telemetry stream',
    shown: rows(
      ['send-validation', 'unknown topic.code', 40014, 40402],
      ['send-validation', 'retry topic.code', 50001, 40002],
      ['send-validation', 'topic of 127.code', 40014, 40402],
      ['send-validation', 'topic with a bar.code', 40014, 40402],
      ['consume-validation', 'receive of group unknown.code', 50001, 40403],
      ['consume-validation', 'ack of group unknown.code', 50001, 40403],
      ['consume-validation', 'ack of group unknown.entries', [50001], []],
      ['consume-validation', 'assignment of group unknown.code', 20000, 40403],
      ['consume-validation', 'settings of group system.refused', 'gRPC 3', null],
      ['consume-validation', 'receive of group system.code', 50001, 40003],
      ['consume-validation', 'settings of group empty.refused', 'gRPC 3', null],
      ['consume-validation', 'receive of group empty.code', 50001, 40003],
      ['consume-validation', 'settings of group dotted.refused', 'gRPC 3', null],
      ['consume-validation', 'receive of group dotted.code', 50001, 40003],
      ['consume-validation', 'receive of topic unknown.code', 50001, 40402],
    ),
  },
  {
    id: 'D19',
    what: 'An empty tag or property key is refused; the type of a message is checked before its time; an empty message group is 40006',
    why: 'each names the field at fault',
    shown: rows(
      ['message-group-length', 'empty.code', 40014, 40006],
      ['send-validation', 'empty tag.code', 20000, 40004],
      ['send-validation', 'empty tag.entries', [20000], []],
      ['send-validation', 'empty property key.code', 20000, 40007],
      ['send-validation', 'empty property key.entries', [20000], []],
      ['send-validation', 'delay to a normal topic.code', 40012, 40014],
    ),
  },
  {
    id: 'D20',
    what: 'Assignments name the message types of their queues',
    why: 'more than the original says; SDKs ignore it',
    shown: rows(['routes', 'assignments.nameTypes', false, true]),
  },
  {
    id: 'D21',
    what: 'A redelivered ordered batch holds what was out before and nothing new, with the attempt of each message',
    why: 'the original fills the batch up with new messages, and then reports attempt 1 for all of them',
    shown: rows(
      ['fifo-acked-first', 'after expiry.got', ['m2#1', 'm3#1', 'm4#1'], ['m2#2', 'm3#2']],
      ['fifo-acked-behind', 'after expiry.got', ['m1#1', 'm2#1', 'm3#1', 'm4#1'], ['m1#2', 'm2#2', 'm3#2']],
      ['fifo-acked-behind', 'ack of all.entries', [20000, 20000, 20000, 20000], [20000, 20000, 20000]],
      ['fifo-acked-behind', 'after that.code', 40401, 20000],
      ['fifo-acked-behind', 'after that.got', [], ['m4#1']],
      ['fifo-change-middle', 'after the change.got', ['m2#1', 'm3#1', 'm4#1'], ['m2#2', 'm3#2']],
      ['fifo-change-middle', 'ack of all.entries', [20000, 20000, 20000], [20000, 20000]],
      ['fifo-change-middle', 'after that.code', 40401, 20000],
      ['fifo-change-middle', 'after that.got', [], ['m4#1']],
      ['fifo-attempt-id-acked', 'same attempt id.got', ['m2#1', 'm3#1'], ['m2#1']],
      ['fifo-attempt-id-acked', 'acks with the handles repeated.entries', [20000, 20000], [20000]],
      ['fifo-attempt-id-acked', 'next.code', 40401, 20000],
      ['fifo-attempt-id-acked', 'next.got', [], ['m3#1']],
    ),
  },
  {
    id: 'D22',
    what: 'A filter expression that is empty, malformed or beyond the grammar is 40010',
    why: 'the original lets LIKE and arithmetic match nothing, and answers 50001 or ends the stream for the others',
    shown: rows(
      ['sql', 'settings 27.refused', 'gRPC 3', null],
      ['sql', "14: name LIKE 'b%'.code", 40401, 40010],
      ['sql', '21: a + 1 > 3.code', 40401, 40010],
      ['sql', '27: .code', 50001, 40010],
      ['sql-prices', '"price > \'20\'".code', 50001, 40010],
      ['sql-prices', '"price BETWEEN 30 AND 10".code', 50001, 40010],
      ['sql-prices', '"price = NULL".code', 50001, 40010],
      ['sql-prices', '"price >".code', 50001, 40010],
      ['sql-prices', '"price = = 3".code', 50001, 40010],
      ['consume-validation', 'bad SQL.code', 50001, 40010],
    ),
  },
  {
    id: 'D23',
    what: 'A transaction has an id of its own, known with its message only; its end can be repeated; others are 40008 or name the field',
    why: 'the original uses the message id, forgets an ended transaction (50001), and shows its own properties to applications',
    shown: rows(
      ['transaction-limits', 'half 3 600 s.isMessageId', true, false],
      ['transaction-limits', 'half 0 s.isMessageId', true, false],
      ['transaction-limits', 'half none.isMessageId', true, false],
      ['transaction-check', 'half m1.isMessageId', true, false],
      ['transaction-end', 'half m1.isMessageId', true, false],
      ['transaction-end', 'half m2.isMessageId', true, false],
      ['transaction-end', 'half m3.isMessageId', true, false],
      ['transaction-end', 'message.properties', ['CHECK_IMMUNITY_TIME_IN_SECONDS', '__transactionId__'], []],
      ['transaction-end', 'commit again.code', 50001, 20000],
      ['transaction-end', 'rollback after the commit.code', 50001, 40008],
      ['transaction-end', 'commit after the rollback.code', 50001, 40008],
      ['transaction-end', 'unknown transaction id.code', 50001, 40008],
      ['transaction-end', 'unknown message id.code', 20000, 40008],
      ['transaction-end', 'unspecified resolution.code', 50001, 40000],
      ['transaction-end', 'unknown topic.code', 50001, 40402],
      ['transaction-end', 'commit of the third.code', 50001, 20000],
      ['send-several', 'entry of a normal message.transactionId', true, false],
    ),
  },
  {
    id: 'D24',
    what: 'A dead letter begins with attempt 1 for its reader, and keeps its message type',
    why: 'the original counts on from the group that failed, and shows a dead letter that it delayed itself as a delayed message',
    shown: rows(
      ['dlq-topic', 'read.got', ['m1#2'], ['m1#1']],
      ['dlq-topic', 'letter.messageType', 3, 1],
      ['dlq-topic', 'the other.got', ['m2#2'], ['m2#1']],
      ['dlq-by-expiry', 'read.got', ['m1#3'], ['m1#1']],
      ['java-dead-letters', 'letter.attempt', 2, 1],
    ),
  },
  {
    id: 'D25',
    what: 'A delayed message without a time is 40000, a recall on an unknown topic 40402, one that cannot be 40000',
    why: 'the original answers a conflict of types that neither is (40014), and an internal error (50001)',
    shown: rows(
      ['delay', 'no time.code', 40014, 40000],
      ['recall', 'unknown topic.code', 40014, 40402],
      ['recall', 'garbage.code', 50001, 40000],
      ['recall', 'empty handle.code', 50001, 40000],
      ['recall', 'another topic.code', 50001, 40000],
      ['recall', 'recall after its time.code', 50001, 40000],
    ),
  },
  {
    id: 'D26',
    what: 'A filter has at most 32 768 characters; SQL92 1 024 comparisons, 32 levels and searches for 256 characters; else 40010',
    why: 'what one message costs has a bound; the original has none',
    shown: rows(
      ['tags', '32 769 characters.code', 20000, 40010],
      ['tags', '32 769 characters.got', ['A'], []],
      ['sql-prices', '32 769 characters.code', 20000, 40010],
      ['sql-prices', '32 769 characters.got', ['cheap'], []],
      ['sql-prices', '1 025 comparisons.code', 20000, 40010],
      ['sql-prices', '1 025 comparisons.got', ['cheap'], []],
      ['sql-prices', '33 parentheses.code', 20000, 40010],
      ['sql-prices', '33 parentheses.got', ['cheap'], []],
      ['sql-prices', 'a search for 257 letters.code', 20000, 40010],
      ['sql-prices', 'a search for 257 letters.got', ['cheap'], []],
    ),
  },
  {
    id: 'D27',
    what: 'A handle of another group is 40013, and every text of 40013 has the name of the code in it',
    why: 'the original accepts the handle without effect, and names the code only where a message is acknowledged',
    shown: rows(
      ['texts', 'ack in another group.code', 20000, 40013],
      ['texts', 'ack in another group.says', [], ['INVALID_RECEIPT_HANDLE']],
      ['texts', 'change after expiry.says', [], ['INVALID_RECEIPT_HANDLE']],
    ),
  },
  {
    id: 'D28',
    what: 'A due retry of a PRIORITY topic precedes new messages of its priority; in the original it follows all new',
    why: 'a retry keeps its priority; the original keeps retries apart, by default all in one queue',
    shown: [],
    unseen: 'came with 5.4: `npm run test:cluster` shows it with Apache RocketMQ 5.5.0',
  },
  {
    id: 'D29',
    what: 'A group that receives lite topics is ordered, may read several, and reads them from its creation on',
    why: 'their retries and dead letters are those of ordered groups; nothing sent before a subscription is lost',
    shown: [],
    unseen: 'came with 5.5: `npm run test:cluster` shows it with Apache RocketMQ 5.5.0',
  },
];
