/** One numbered behaviour of Apache RocketMQ 5. A test that proves it carries `[case id]` in its title. */
export interface BehaviourCase {
  readonly id: string;
  readonly meaning: string;
  /** Rows of the table of differences that the expectation follows. */
  readonly differences?: readonly string[];
  /** Why it cannot happen here. */
  readonly notHere?: string;
}

export interface CaseSection {
  readonly title: string;
  readonly cases: readonly BehaviourCase[];
}

/** Notation: g(N) = a group with N retries; PC, SC = push and simple consumer. */
export const SECTIONS: readonly CaseSection[] = [
  {
    title: 'Unordered push retry',
    cases: [
      {
        id: '1',
        meaning:
          'Default group, always failing: waits of 10 s, 30 s, 1 m ... 2 h, 17 deliveries, then the dead letters',
        differences: ['D1', 'D4'],
      },
      { id: '2', meaning: 'g(3), always failing: 4 deliveries 10, 30, 60 s apart, one dead letter' },
      { id: '3', meaning: 'g(20): retries 17 to 20 are 2 h apart, delivery 21 is the last' },
      { id: '4', meaning: 'g(0): one delivery, then the dead letters' },
      { id: '5', meaning: 'Fails twice, then succeeds: deliveries at 0, 10, 40 s, committed, nothing after' },
      { id: '6', meaning: 'A listener that throws has failed, as if it had said so' },
      { id: '7', meaning: 'The wait counts from the failure: 4 s of work + 10 s' },
      { id: '8', meaning: 'Retries lowered while a message waits: when due, it is dead-lettered and not delivered' },
      { id: '9', meaning: 'Exponential group: 5, 10, 20 ... 5120, 7200, 7200 s' },
      { id: '10', meaning: 'Customized intervals 1, 2, 3 s with 5 retries: 1, 2, 3, 3, 3 s' },
      { id: '11', meaning: 'Re-deliveries differ in attempt, handle and store position only' },
      { id: '12', meaning: 'Three PCs of one group: any of them gets the retry, N + 1 deliveries in all' },
      { id: '13', meaning: 'A failure in one group does not reach another' },
      { id: '14', meaning: 'A waiting retry does not hold up new messages' },
      { id: '15', meaning: 'A tag that does not match: never delivered, counts as consumed' },
    ],
  },
  {
    title: 'Timeouts, renewal, disconnect',
    cases: [
      { id: '16', meaning: 'A listener that runs longer than the lease: one delivery, acked with the first handle' },
      { id: '17', meaning: 'A client silent for 120 s is gone: what it held is deliverable a second later' },
      { id: '18', meaning: 'A clean shutdown gives unfinished messages back after a second, attempt 2' },
      { id: '19', meaning: 'A broken telemetry stream alone gives nothing back' },
      { id: '20', meaning: "The consumption timeout ends renewal; the group's interval follows", differences: ['D3'] },
      { id: '21', meaning: 'A reply that could not be written: visible again after 1 s' },
    ],
  },
  {
    title: 'Simple consumer',
    cases: [
      { id: '22', meaning: 'No ack: the next delivery at the end of the invisible duration' },
      { id: '23', meaning: 'Changed to 5 s at 2 s: delivered at 7 s, new handle' },
      { id: '24', meaning: 'Extended to 60 s at 5 s of 10: delivered at 65 s, attempt 2' },
      { id: '25', meaning: 'Ack after the time is over: 40013; the new handle acks', differences: ['D5'] },
      { id: '26', meaning: 'Change after the time is over: 40013' },
      { id: '27', meaning: 'A receive takes 10 s to 12 h, else 40011' },
      { id: '28', meaning: 'A change takes 0 (visible at once) to 12 h, else 40011' },
      { id: '29', meaning: 'A batch ack with mixed outcome: 30000 and a code per entry' },
      { id: '30', meaning: 'A garbage handle: 40013' },
      { id: '31', meaning: 'g(1), never acked: two deliveries, then the dead letters', differences: ['D4'] },
      { id: '32', meaning: 'At most 32 messages a receive' },
      { id: '33', meaning: 'An empty topic: 40401 after the wait; the SDK returns an empty list' },
      { id: '34', meaning: 'The wait is clamped to 5 ... 20 s' },
      { id: '35', meaning: 'A deadline nearer than 5 s: 40018 (40000 before 5.0.3)' },
      { id: '36', meaning: 'A held receive is answered when a message arrives' },
      { id: '37', meaning: 'Two of three acked, one changed: only that one comes again' },
      { id: '37a', meaning: 'Three times no ack: every 10 s, attempts 1 to 4, none after the ack' },
      { id: '37b', meaning: '10 s changed to 20 s at once: nothing at 10 s' },
      { id: '37c', meaning: 'Change after the ack: 40013', differences: ['D5'] },
      { id: '37d', meaning: '300 messages acked: none comes twice' },
      { id: '37e', meaning: 'All acked but the first: only the first comes again' },
    ],
  },
  {
    title: 'Ordered (FIFO)',
    cases: [
      {
        id: '38',
        meaning: 'Always failing head: 17 tries at 3 s, then dead-lettered, then its successors in order',
        differences: ['D2', 'D10'],
      },
      { id: '39', meaning: 'g(2): two waits of 3 s before the next message' },
      { id: '40', meaning: 'Fails once: m1, m1, m2, m3' },
      { id: '41', meaning: 'Another message group flows while one is blocked', differences: ['D6'] },
      { id: '42', meaning: 'An unacked message blocks until its time is over; then it comes first' },
      { id: '43', meaning: 'm2 and m3 acked, m1 not: all three come again, in order' },
      { id: '43a', meaning: 'Only m1 acked: delivery goes on with m2' },
      { id: '44', meaning: 'The same attempt id: same messages, not counted; another one waits for the end' },
      { id: '45', meaning: 'm2 changed to 5 s, m1 and m3 acked: m2, m3, m4 follow' },
      { id: '46', meaning: 'The handle of an earlier receive has no effect' },
      { id: '47', meaning: 'Given up twice: both OK, one dead letter' },
      { id: '48', meaning: 'A corrupted body: given up at once, the next one follows' },
      { id: '49', meaning: 'Five taken and not acked: the same five come again' },
    ],
  },
  {
    title: 'Dead letters',
    cases: [
      { id: '50', meaning: '`%DLQ%group` is made when needed: one queue; id, keys, tag, properties and body are kept' },
      { id: '51', meaning: '`%DLQ%group` can be consumed like any topic' },
      { id: '52', meaning: 'Each group has its own' },
      { id: '53', meaning: 'Each move raises rocketmq_send_to_dlq_messages_total by one' },
      { id: '54', meaning: 'Giving up with an invalid handle: 40013' },
    ],
  },
  {
    title: 'Sending retry',
    cases: [
      { id: '55', meaning: '50001 twice, then OK: three requests with one id, no pause' },
      { id: '56', meaning: '50001 three times: an error after exactly three requests' },
      { id: '57', meaning: '42900 twice, then OK: the waits of the pushed policy', differences: ['D11'] },
      { id: '58', meaning: 'Node up to 1.0.8 reads the policy in its own unit: the waits are right all the same' },
      { id: '59', meaning: '40000: the SDK still tries three times' },
      { id: '60', meaning: 'A transaction message is tried once (Node)' },
      {
        id: '61',
        meaning: 'The second try goes to another broker when there is one',
        notHere: 'Cannot happen: clients see one broker, whichever node answers',
      },
      { id: '62', meaning: 'Every try of a FIFO message names the same queue' },
      { id: '63', meaning: 'A body of 4 MiB is taken, one byte more is 41301, none is 41302' },
      { id: '64', meaning: '128 properties and 16 KiB are taken, more is 43101' },
      { id: '65', meaning: 'Tag 40004, key 40005, message group 40006, property key 40007', differences: ['D8'] },
      { id: '66', meaning: 'A message of another type than its topic: 40014' },
      { id: '67', meaning: 'Two topics or no message in one request: 40016' },
      { id: '68', meaning: 'System topics 40002, system groups 40003', differences: ['D9'] },
    ],
  },
  {
    title: 'Delay, recall, transaction',
    cases: [
      { id: '69', meaning: 'A delay of some seconds is kept' },
      { id: '70', meaning: 'A delivery time in the past: delivered at once' },
      { id: '71', meaning: 'More than 24 h ahead: 40012', differences: ['D7'] },
      { id: '72', meaning: 'Recalled before due: never delivered; other messages have no recall handle' },
      { id: '73', meaning: 'A half message is invisible; committed once; rolled back never' },
      { id: '74', meaning: 'Unresolved: the producer is asked, up to 15 times', differences: ['D12'] },
      { id: '75', meaning: 'A first check beyond 1 h: 40000; an empty transaction id: 40008' },
    ],
  },
  {
    title: 'Throttling',
    cases: [
      { id: '76', meaning: 'A send whose queue waited 200 ms: 42900, nothing stored', differences: ['D13'] },
      { id: '77', meaning: 'Too many held receives: 42900' },
      { id: '78', meaning: 'A full request queue: 42900; a change of invisibility answers the old handle' },
      { id: '79', meaning: 'Throttled receives: nothing lost, no attempt counted' },
      { id: '80', meaning: 'A throttled ack is repeated and counts' },
      { id: '81', meaning: 'Refusals are counted' },
    ],
  },
  {
    title: 'Wire and start-up',
    cases: [
      {
        id: '82',
        meaning:
          'No client id 40017; unknown topic 40402; empty settings INVALID_ARGUMENT; heartbeat without settings 40015',
      },
      { id: '83', meaning: 'SDKs start in under 3 s on a new topic' },
      { id: '84', meaning: 'Node with three topics starts in under 2 s' },
      { id: '85', meaning: 'Assignments: one per broker, one per queue for an ordered group' },
      { id: '86', meaning: 'A compressed body comes back as it was sent' },
      { id: '87', meaning: 'An edited group reaches connected clients and counts from the next failure' },
      { id: '88', meaning: 'Signatures are checked when access keys are required: 40100' },
      { id: '89', meaning: 'TLS and plaintext on one port' },
      { id: '90', meaning: 'A restart loses neither messages nor leases nor attempts' },
      { id: '91', meaning: 'Three consumers share 100 messages; two groups get 100 each' },
      { id: '92', meaning: 'A client that shuts down ends with code 0' },
    ],
  },
];
