import { type Fault, faultsIn } from '../fault';

const CODEC = ['lib/gateway/codec'];

export const GATEWAY_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'lib/gateway/access/needs.ts',
    ['lib/gateway/access'],
    [
      [
        'a receive needs no right on its topic',
        'ReceiveMessage: ({ messageQueue, group }) => [subscribe(messageQueue?.topic), consume(group)],',
        'ReceiveMessage: ({ group }) => [consume(group)],',
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/access/authorization.ts',
    ['lib/gateway/access'],
    [['a signature covers the first 64 characters of a time', ' && dateTime.length <= MAX_DATE_CHARS', '']],
  ),
  ...faultsIn(
    'lib/gateway/access/gate.ts',
    ['lib/gateway/access'],
    [
      [
        'a signature from the future is accepted',
        'Math.abs(nowMs - signedMs) <= windowMs',
        'nowMs - signedMs <= windowMs',
      ],
      ['a key works after its end', '!key.disabled && key.endsAtMs > nowMs &&', '!key.disabled &&'],
      ['the old secret works after its overlap', ' && secret.endsAtMs > nowMs', ''],
    ],
  ),
  ...faultsIn(
    'lib/gateway/access/brake.ts',
    ['lib/gateway/access'],
    [['the tenth failure is held back', '> FREE_FAILURES', '>= FREE_FAILURES']],
  ),
  ...faultsIn(
    'lib/gateway/access/signed-time.ts',
    ['lib/gateway/access'],
    [
      [
        'the sign of a time zone is turned round',
        "sign === '-' ? -offsetMs : offsetMs",
        "sign === '-' ? offsetMs : -offsetMs",
      ],
    ],
  ),
  ...faultsIn('lib/gateway/codec/time.ts', CODEC, [
    [
      'a duration of 1.5 s has 2 s and -0.5 s',
      'toDuration(ms: number): Duration {\n  const seconds = Math.floor(ms / 1000);',
      'toDuration(ms: number): Duration {\n  const seconds = Math.round(ms / 1000);',
    ],
    ['nanoseconds are read as microseconds', 'Math.floor(nanos / 1e6)', 'Math.floor(nanos / 1e3)'],
  ]),
  ...faultsIn('lib/gateway/codec/message.ts', CODEC, [
    ['a message was born when it came', 'fromTimestamp(systemProperties.bornTimestamp) ?? receivedAt', 'receivedAt'],
    ['the digest of a body is in small letters', ".digest('hex').toUpperCase()", ".digest('hex')"],
    [
      'the first delivery is the 0th',
      'deliveryAttempt: delivery?.attempt,',
      'deliveryAttempt: (delivery?.attempt ?? 0) - 1,',
    ],
    ['a second topic of a batch is ignored', 'topic === undefined || topics.size > 1', 'topic === undefined'],
  ]),
  ...faultsIn('lib/gateway/codec/polling.ts', CODEC, [
    ['a poll may be shorter than the least', 'Math.max(LIMITS.longPollMinMs, wantedMs)', 'wantedMs'],
    [
      'a poll ends after its call',
      "return { kind: 'wait', waitMs: remainingMs - ANSWER_MARGIN_MS };",
      "return { kind: 'wait', waitMs: remainingMs + ANSWER_MARGIN_MS };",
    ],
  ]),
  ...faultsIn('lib/gateway/codec/recall-handle.ts', CODEC, [
    ['the recall handle of one topic works on another', 'if (ofTopic !== topic) throw', "if (ofTopic === '') throw"],
  ]),
  ...faultsIn(
    'lib/gateway/codec/route.ts',
    ['lib/gateway/codec'],
    [
      [
        'an ordered consumer gets one queue that stands for all',
        "const hasLoops = group.deliveryOrder === 'ordered' &&",
        "const hasLoops = group.deliveryOrder === 'concurrent' &&",
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/sessions/registry.ts',
    ['lib/gateway/sessions/registry.test.ts'],
    [
      [
        "a client id of another access key's client may be used",
        'if (session.grant?.accessKeyId !== grant?.accessKeyId)',
        'if (session.grant?.accessKeyId === null)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/sessions/keeper.ts',
    ['lib/gateway/sessions', 'e2e/protocol/clients-leave.test.ts'],
    [
      [
        'deliveries of silent clients are renewed',
        "kind === 'push' && nowMs - lastSeenMs <= LIVENESS.clientSilenceMs",
        "kind === 'push'",
      ],
      [
        'deliveries are not renewed',
        'if (clientIds.length > 0) await renew(',
        'if (clientIds.length < 0) await renew(',
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/sessions/dismiss.ts',
    ['lib/gateway/sessions', 'e2e/protocol/clients-leave.test.ts'],
    [
      [
        'what a client that ended holds is not released',
        "session.kind === 'push' && group !== null",
        "session.kind === 'simple' && group !== null",
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/sessions/check-transactions.ts',
    ['lib/gateway/sessions', 'e2e/protocol/unheard-check.test.ts'],
    [['a check that reached no producer is used up', 'wereAsked[index] === false', 'wereAsked[index] === undefined']],
  ),
  ...faultsIn(
    'lib/gateway/settings.ts',
    ['lib/gateway/settings.test.ts'],
    [
      ['clients try once less than the group allows', '1 : maxRetries + 1', '1 : maxRetries'],
      [
        'a Python client comes early',
        'Math.ceil(retryPolicy.intervalMs / 1000)',
        'Math.round(retryPolicy.intervalMs / 1000)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/status.ts',
    ['lib/gateway/status.test.ts', 'e2e/protocol/throttling.test.ts'],
    [
      [
        'too many requests is an internal error',
        "'too-many-requests': CODE.TOO_MANY_REQUESTS",
        "'too-many-requests': CODE.INTERNAL_SERVER_ERROR",
      ],
      [
        'a lost receipt handle is a bad request',
        "'invalid-receipt-handle': CODE.INVALID_RECEIPT_HANDLE",
        "'invalid-receipt-handle': CODE.BAD_REQUEST",
      ],
    ],
  ),
  ...faultsIn(
    'lib/gateway/admission.ts',
    ['lib/gateway/admission.test.ts'],
    [
      [
        'a call that ended is still counted as under way',
        '(this.#running.get(rpc) ?? 1) - 1',
        'this.#running.get(rpc) ?? 1',
      ],
      ['one call more than the limit is let in', 'running >= maxRunningCalls', 'running > maxRunningCalls'],
    ],
  ),
  ...faultsIn(
    'lib/gateway/refusal-pace.ts',
    ['lib/gateway/refusal-pace.test.ts'],
    [['a refusal waits past its deadline', 'if (this.#soonestMs <= nowMs) this.#answerOverdue(nowMs);', '']],
  ),
];
