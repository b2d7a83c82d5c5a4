import { type Fault, faultsIn } from '../fault';

const DELIVERY = [
  'lib/broker/cases',
  ...['retry.db', 'lease.db', 'fifo.db'].map((part) => `lib/broker/delivery/${part}.test.ts`),
  ...['handle', 'lease-masks'].map((part) => `lib/broker/process/delivery/${part}.test.ts`),
];
const HAND_OVER = ['lib/broker/process/send/hand-over.db.test.ts'];
const ALARM = ['evaluate', 'notified', 'silence-outlives', 'dead-letters', 'deliver', 'storm', 'audit'].map(
  (part) => `lib/broker/alarm/${part}.db.test.ts`,
);
const REDRIVE = ['lib/broker/redrive'];
const PROBLEMS = ['lib/broker/problem/problems.db.test.ts'];

export const BROKER_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/broker/problem/evidence.ts', PROBLEMS, [
    ['a consumer that reconnects is gone', 'gone.length < GONE_STEPS', 'gone.length < 1'],
    ['a count of minutes ago is fresh', '<= FRESH_MS', '<= 20 * FRESH_MS'],
  ]),
  ...faultsIn('lib/store/queries/problem/undecided-letters.ts', PROBLEMS, [
    ['accepted dead letters wait for a decision', 'a.n - s.n - c.n - h.n', 'a.n - s.n - h.n'],
    ['those of a re-drive wait for a decision', 'a.n - s.n - c.n - h.n', 'a.n - c.n - h.n'],
  ]),
  ...faultsIn(
    'lib/broker/delivery/fail.ts',
    [...DELIVERY, 'lib/broker/process/wakeups.db.test.ts'],
    [
      [
        'a failed delivery waits as long as the next one will',
        'retryDelayMs(current.retryPolicy, handle.attempt)',
        'retryDelayMs(current.retryPolicy, handle.attempt + 1)',
      ],
      ['a failed delivery wakes no receive', '}).finally(() => ctx.wakeups.group(holder.groupId));', '});'],
    ],
  ),
  ...faultsIn(
    'lib/broker/delivery/ack.ts',
    [...DELIVERY, 'lib/broker/process/wakeups.db.test.ts'],
    [['an ordered ack wakes no receive', 'for (const holderId of freed) ctx.wakeups.group(holderId);', '']],
  ),
  ...faultsIn('lib/broker/delivery/expire.ts', DELIVERY, [
    [
      'a client that is gone is a timeout, and the other way round',
      "gone ? 'client-gone' : 'timeout'",
      "gone ? 'timeout' : 'client-gone'",
    ],
  ]),
  ...faultsIn(
    'lib/broker/process/wakeups.ts',
    ['lib/broker/process/wakeups.test.ts'],
    [
      [
        'other processes are not told of a new message',
        'if (!this.#isAlone) this.#relay?.wake([topicId], []);',
        'if (this.#isAlone) this.#relay?.wake([topicId], []);',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/process/delivery/receive-lane.ts',
    ['lib/broker/process/delivery/receive-lane.test.ts'],
    [
      [
        'what was claimed for a caller that went away stays claimed',
        'if (receiver.aborted && claimed.length > 0) this.#parts.returnUndelivered(claimed, receiver.request);',
        '',
      ],
      [
        'receives behind the first ones are not served in the same look',
        'if (more || this.#beside) this.#woken = true;',
        'if (this.#beside) this.#woken = true;',
      ],
      [
        'a claim that found nothing beside another one is believed',
        'if (more || this.#beside) this.#woken = true;',
        'if (more) this.#woken = true;',
      ],
      ['more is handed over than the receives want', 'if (left > 0) return null;', ''],
      [
        'what is sent is handed over beyond the limits of the group',
        '.drainedUntilMs) return false;\n    return !Number.isFinite(this.#parts.allowance());',
        '.drainedUntilMs) return false;\n    return true;',
      ],
      [
        'a receive that got nothing handed is never served again',
        'takeBack: () => end(false, () => undefined)',
        'takeBack: () => undefined',
      ],
      [
        'what a lane is woken for while its receives are lent is forgotten',
        'if (receivers.length === 0 && this.#loans > 0) break;',
        '',
      ],
      [
        'what a claim left alone beside a send is not looked for',
        'if (!isGiven && claimed !== this.#claimed) this.#woken = true;',
        '',
      ],
      [
        'a receive is answered while a send hands it messages',
        'if (this.#claims === 0 && !receiver.claiming)',
        'if (this.#claims === 0)',
      ],
      [
        'a receive is answered when another send ends',
        'if (!receiver.claiming && (receiver.overdue || receiver.aborted))',
        'if (receiver.overdue || receiver.aborted)',
      ],
      [
        'messages are handed past a backlog',
        'return this.#parts.takesAny && !this.#deep;',
        'return this.#parts.takesAny;',
      ],
      [
        'a receive that is lent is refused',
        'if (!receiver.claiming) this.#refuse(receiver, error);',
        'this.#refuse(receiver, error);',
      ],
    ],
  ),
  ...faultsIn('prisma/functions/message-hand-over.sql', HAND_OVER, [
    ['what is behind the cursor is skipped', 'c.end_off = v_tail + 1 AND c.seg = v_seg', 'c.seg = v_seg'],
    ['a paused group is handed messages', "AND EXISTS (SELECT 1 FROM claimable_group(p_group, 'concurrent'))", ''],
    ['a message is handed out beside a claim of its queue', 'FOR NO KEY UPDATE SKIP LOCKED', ''],
    ['a repeat is passed over', 'AND g.repeat_to IS NULL', ''],
  ]),
  ...faultsIn('lib/broker/process/delivery/handle.ts', DELIVERY, [
    [
      'the handle of one group works in another',
      'if (groupId !== null && handle.groupId !== groupId)',
      'if (groupId !== null && handle.groupId < 0)',
    ],
    [
      'a handle may be forged',
      'if (!timingSafeEqual(this.#sign(bytes), bytes.subarray(BODY_BYTES)))',
      'if (!timingSafeEqual(this.#sign(bytes), this.#sign(bytes)))',
    ],
  ]),
  ...faultsIn('lib/broker/process/delivery/lease-masks.ts', DELIVERY, [
    ['the 32nd message of a lease has a negative bit', 'lease.mask += 2 ** bit.bit', 'lease.mask += 1 << bit.bit'],
  ]),
  ...faultsIn('lib/broker/delivery/with-current-group.ts', DELIVERY, [
    [
      'a decision under an old policy is made again under the same',
      'ctx.groups.refresh(group.groupId)',
      'ctx.groups.byId(group.groupId)',
    ],
  ]),
  ...faultsIn('lib/broker/redrive/start.ts', REDRIVE, [
    [
      '100 messages are re-driven without a reason',
      'selected >= REDRIVE_LIMITS.reasonFrom',
      'selected > REDRIVE_LIMITS.reasonFrom',
    ],
    ['the start of a re-drive leaves no audit row', 'await appendAudit(db, { actor', 'void ({ actor'],
  ]),
  ...faultsIn(
    'lib/broker/redrive/step.ts',
    [...REDRIVE, 'lib/broker/process/wakeups.db.test.ts'],
    [
      ['a re-drive wakes no receive', 'if (moved > 0 && targetTopic === null) ctx.wakeups.group(groupId);', ''],
      ['one re-drive that fails holds up all', 'noteFailure(ctx, run, error)', 'Promise.reject(error)'],
      [
        'a re-drive that has recovered still says that it fails',
        'if (wasFailing) await redriveRecovered(db, redriveId);',
        '',
      ],
    ],
  ),
  ...faultsIn('lib/broker/dead-letter/selection.ts', REDRIVE, [
    [
      'the rest of a re-drive has the cause that was left out',
      'without.length === 0 ? undefined : without.flat()',
      'undefined',
    ],
  ]),
  ...faultsIn('lib/store/queries/redrive/redrive-rest.ts', REDRIVE, [
    ['any cause that failed is left out, however few it failed', 'f.failed * 2 > f.all_failed AND ', ''],
    ['a rest without another cause is offered', 'r.others > 0 AND ', ''],
  ]),
  ...faultsIn('lib/broker/redrive/control.ts', REDRIVE, [
    [
      'a stopped re-drive goes on without a reason',
      "if (state === 'stopped' && move === 'resume') requireReason(reason);",
      '',
    ],
  ]),
  ...faultsIn('prisma/functions/redrive-next.sql', REDRIVE, [
    ['two of an ordered key are released at once', "b.state = 'selected' OR (", "b.state = 'cancelled' AND ("],
  ]),
  ...faultsIn(
    'lib/broker/dead-letter/browse.ts',
    ['lib/broker/dead-letter/browse.db.test.ts', 'lib/console/api/api.db.test.ts'],
    [
      ['the list of dead letters has one page', 'before, limit + 1)', 'before, limit)'],
      ['a range of no time is accepted', 'filter.from >= filter.to', 'filter.from > filter.to'],
    ],
  ),
  ...faultsIn(
    'lib/broker/dead-letter/browse.ts',
    ['lib/broker/dead-letter/search.db.test.ts'],
    [
      [
        'letters without a version are looked for by a version of that name',
        'filter.appVersion === NO_VERSION ? null : filter.appVersion',
        'filter.appVersion',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/retention/dead-letter-retention.ts',
    ['lib/broker/retention', 'lib/console/api/dead-letter-retention.db.test.ts'],
    [['a retention may remove no more than one less than allowed', 'due > mayRemove', 'due >= mayRemove']],
  ),
  ...faultsIn(
    'lib/broker/retention/expire-dead-letters.ts',
    ['lib/broker/retention'],
    [['a pass that ends early says it is done', 'return { expired, more: true };', 'return { expired, more: false };']],
  ),
  ...faultsIn('lib/broker/alarm/evaluate.ts', ALARM, [
    ['a silenced alarm is on record as notified', 'told: !isSilenced,', 'told: true,'],
    ['alarms fire during a re-drive', '(SIGNALS[watch].movedByRedrive && redrives.has(subject)) ||', ''],
    [
      'an alarm that outlives its silence is never notified',
      "(step === 'repeated' || isNew || isAgain)",
      "(step === 'repeated' || isAgain)",
    ],
  ]),
  ...faultsIn('lib/broker/alarm/deliver.ts', ALARM, [
    ['a notification is tried once too often', 'attempts >= DELIVERY.maxAttempts', 'attempts > DELIVERY.maxAttempts'],
    ['a receiver may ask to wait for ever', 'Math.min(askedMs, DELIVERY.maxAskedWaitMs)', 'askedMs'],
  ]),
  ...faultsIn('lib/broker/alarm/acknowledge.ts', ALARM, [
    ['the end of a silence leaves no audit row', "    await note(db, now, incident, 'unsilenced', input);\n", ''],
  ]),
  ...faultsIn(
    'lib/broker/alarm/outbound/resolve.ts',
    ['lib/broker/alarm/outbound'],
    [['one public address of a name is enough', 'found.every(', 'found.some(']],
  ),
  ...faultsIn(
    'lib/broker/alarm/outbound/outbound.ts',
    ['lib/broker/alarm/outbound'],
    [
      [
        'the connection resolves the name again',
        '    lookup: (_host, { all }, done) => {\n      if (all === true) done(null, [{ address: resolved, family }]);\n      else done(null, resolved, family);\n    },\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/alarm/outbound/address.ts',
    ['lib/broker/alarm/outbound'],
    [['the metadata address of clouds is public', "  ['169.254.0.0', 16],\n", '']],
  ),
  ...faultsIn(
    'lib/broker/alarm/outbound/target.ts',
    ['lib/broker/alarm/outbound', 'lib/broker/alarm/check-channel.test.ts'],
    [['a webhook may be without encryption', "  if (scheme !== 'https') refuseHttp(field);\n", '']],
  ),
  ...faultsIn(
    'lib/broker/alarm/format/webhook.ts',
    ['lib/broker/alarm/format'],
    [['the signature leaves out the time', 'update(`${timestamp}.${body}`)', 'update(body)']],
  ),
  ...faultsIn(
    'lib/broker/alarm/format/chat.ts',
    ['lib/broker/alarm/format'],
    [['a name may write links into Slack', ".replaceAll('<', '&lt;')", '']],
  ),
  ...faultsIn(
    'lib/broker/alarm/format/paging.ts',
    ['lib/broker/alarm/format'],
    [
      [
        'Opsgenie closes what was acknowledged',
        "notice.kind === 'resolved' ? 'close' : 'acknowledge'",
        "notice.kind === 'resolved' ? 'acknowledge' : 'close'",
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/group/update.ts',
    ['lib/broker/group'],
    [
      [
        'a change of the order does not look for open work',
        'needsRest ? await readGroupWork(db, now, groupId) : null',
        'null',
      ],
      [
        'a change of a group is not in its history',
        '    await groupVersionAppend(db, groupId, input.actor.name, input.reason ?? null);\n',
        '',
      ],
      ['the members of a broadcast group keep the old policy', '    await groupMembersFollow(db, groupId);\n', ''],
    ],
  ),
  ...faultsIn(
    'lib/broker/schedule/recall.ts',
    ['lib/broker/schedule'],
    [['a recall by an operator leaves no audit row', 'if (row?.changed === true) {', 'if (row?.changed === false) {']],
  ),
  ...faultsIn(
    'lib/broker/schedule/release-due.ts',
    ['lib/broker/schedule', 'lib/broker/process/wakeups.db.test.ts'],
    [
      [
        'a delayed message that is due wakes no receive',
        'for (const topicId of new Set(released.map((row) => row.topicId))) ctx.wakeups.topic(topicId);',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/history/flush.ts',
    ['lib/broker/history'],
    [['counts that could not be written are lost', '    ctx.meter.restore(counted);\n', '']],
  ),
  ...faultsIn(
    'lib/broker/process/batcher.ts',
    ['lib/broker/process/batcher.test.ts'],
    [
      ['a batch may be one too large', 'count >= maxItems', 'count > maxItems'],
      [
        'what is too little for a batch beside another is left behind',
        '(this.#running === 1 || this.#isWorthABatch())',
        'this.#isWorthABatch()',
      ],
      [
        'a batch that fails alone is tried for ever in parts',
        '(this.#options.mayRunAlone?.(error) ?? false)',
        '(this.#options.mayRunAlone?.(error) ?? true)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/transaction/resolve.ts',
    ['lib/broker/transaction'],
    [['a decision that came too late leaves an audit row', 'if (ended.changed) {', 'if (ended.state !== null) {']],
  ),
  ...faultsIn(
    'lib/broker/page-of.ts',
    ['lib/broker/group', 'lib/broker/topic'],
    [['a last page that is full has a next one', 'rows.length > limit ?', 'rows.length >= limit ?']],
  ),
];
