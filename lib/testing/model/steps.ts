import { ack, endLooked, fail, forward, liveOf, look } from './answers';
import { claim, heldBy, isWhole, loseReply, openRows, reenter } from './claim';
import { mayRevoke, nextItem, type RevokeVerb, revoke, selectable, startRedrive, stepRedrive } from './operator';
import { check } from './invariants';
import { offsIn, type Rules } from './rows';
import { copy, type State } from './state';

/** One step of one party. Each is one transaction: a crash before its commit is the step that did not happen. */
export type Step =
  | { readonly do: 'send'; readonly key: number; readonly isAnswered: boolean }
  | { readonly do: 'send again'; readonly key: number }
  | { readonly do: 'claim'; readonly client: number; readonly want: number; readonly first: number }
  | { readonly do: 'claim again' | 'lose the reply'; readonly client: number }
  | { readonly do: 'ack' | 'fail' | 'forward'; readonly off: number; readonly which: number }
  | { readonly do: 'end the lease'; readonly off: number }
  | { readonly do: 'wait' | 'expire' | 'look for what expired' | 'end what was found' }
  | { readonly do: 'revoke'; readonly off: number; readonly verb: RevokeVerb }
  | { readonly do: 're-drive' }
  | { readonly do: 'step of a re-drive'; readonly job: number };

/** The functions that each step stands for: a test looks whether they exist. */
export const MODELS: Readonly<Record<Step['do'], readonly string[]>> = {
  send: ['message_send'],
  'send again': ['message_send'],
  claim: ['fifo_claim_all', 'fifo_retry_claim', 'retry_lease', 'fifo_log_claim'],
  'claim again': ['fifo_reenter'],
  'lose the reply': ['delivery_abandon', 'delivery_lost'],
  ack: ['lease_ack', 'fifo_lease_ack', 'fifo_lease_early', 'retry_ack', 'fifo_retry_early', 'fifo_open'],
  fail: ['lease_fail', 'retry_fail', 'lease_bits', 'fifo_settle_leases', 'fifo_settle_messages'],
  forward: ['message_forward', 'message_bury'],
  'end the lease': [],
  wait: [],
  expire: ['lease_expired', 'retry_expired', 'lease_fail', 'retry_fail', 'fifo_settle_early', 'fifo_free'],
  'look for what expired': ['lease_expired', 'retry_expired'],
  'end what was found': ['lease_fail', 'retry_fail'],
  revoke: ['delivery_revoke', 'revoke_leased', 'revoke_retries', 'retry_change', 'retry_now', 'retry_bury_named'],
  're-drive': ['lib/store/queries/redrive/redrive-freeze.ts'],
  'step of a re-drive': ['redrive_next', 'redrive_step'],
};

/** Everything that may happen next, of as many clients as differ. */
export function stepsOf(state: State, rules: Rules): Step[] {
  return [
    ...sends(state, rules),
    ...receives(state, rules),
    ...answers(state, rules),
    ...ends(state),
    ...operations(state, rules),
  ];
}

function sends({ log, unanswered, left }: State, { keys, messagesOfAKey }: Rules): Step[] {
  const steps: Step[] = [];
  for (let key = 0; key < keys; key += 1) {
    const stored = log.filter((each) => each === key).length;
    if (unanswered[key] === true) steps.push({ do: 'send again', key });
    // Keys have no names of their own: the first message is of the first key.
    else if (stored < messagesOfAKey && (log.length > 0 || key === 0)) {
      steps.push({ do: 'send', key, isAnswered: true });
      if (left.lostReplies > 0) steps.push({ do: 'send', key, isAnswered: false });
    }
  }
  return steps;
}

function receives(state: State, rules: Rules): Step[] {
  const { clients, keys } = rules;
  const steps: Step[] = [];
  let isIdle = false;
  for (let client = 0; client < clients; client += 1) {
    if (heldBy(state, client).length > 0) {
      if (state.left.lostReplies === 0) continue;
      steps.push({ do: 'claim again', client });
      if (isWhole(state, client)) steps.push({ do: 'lose the reply', client });
    } else if (!isIdle) {
      // Of clients that have nothing one is as good as another.
      isIdle = true;
      const due = [0, 1].map((key) => openRows(state, rules, key).length);
      for (const want of [1, 2]) {
        steps.push({ do: 'claim', client, want, first: 0 });
        const isEither = (due[0] ?? 0) > 0 && (due[1] ?? 0) > 0 && (due[0] ?? 0) + (due[1] ?? 0) > want;
        if (keys > 1 && isEither) steps.push({ do: 'claim', client, want, first: 1 });
      }
    }
  }
  return steps;
}

/** Of all handles that still decide something: the refusals change nothing. */
function answers(state: State, rules: Rules): Step[] {
  const steps: Step[] = [];
  for (const [off, some] of state.handles.entries()) {
    for (const which of some.keys()) {
      if (liveOf(state, rules, off, which) === null) continue;
      steps.push({ do: 'ack', off, which }, { do: 'fail', off, which });
      if (state.left.forwards > 0) steps.push({ do: 'forward', off, which });
    }
  }
  return steps;
}

function ends(state: State): Step[] {
  const steps: Step[] = [];
  for (const { over, open } of state.leases) if (!over) steps.push({ do: 'end the lease', off: offsIn(open)[0] ?? 0 });
  for (const [off, row] of state.retry.entries())
    if (row?.leased === true && !row.early && !row.due) steps.push({ do: 'end the lease', off });
  if (state.retry.some((row) => row !== null && !row.leased && !row.due)) steps.push({ do: 'wait' });
  const isOver = (row: State['retry'][number]): boolean => row?.leased === true && !row.early && row.due;
  if (state.leases.some(({ over }) => over) || state.retry.some(isOver)) {
    steps.push({ do: 'expire' });
    if (state.looked === null && state.left.looks > 0) steps.push({ do: 'look for what expired' });
  }
  if (state.looked !== null) steps.push({ do: 'end what was found' });
  return steps;
}

function operations(state: State, rules: Rules): Step[] {
  const steps: Step[] = [];
  if (state.left.revokes > 0) {
    for (const off of state.log.keys())
      for (const verb of ['now', 'bury'] as const)
        if (mayRevoke(state, rules, off, verb)) steps.push({ do: 'revoke', off, verb });
  }
  if (state.left.jobs > 0 && selectable(state, rules).length > 0) steps.push({ do: 're-drive' });
  for (const [job, each] of state.jobs.entries())
    if (each.running && nextItem(state, each) !== null) steps.push({ do: 'step of a re-drive', job });
  return steps;
}

/** @throws Broken */
export function after(before: State, step: Step, rules: Rules): State {
  const state = copy(before);
  take(state, step, rules);
  check(state, rules);
  return state;
}

function take(state: State, step: Step, rules: Rules): void {
  switch (step.do) {
    case 'send':
      store(state, step.key);
      if (!step.isAnswered) {
        state.unanswered[step.key] = true;
        state.left.lostReplies -= 1;
      }
      return;
    case 'send again':
      state.unanswered[step.key] = false;
      if (rules.mistake === 'message_send does not know a repeated id') store(state, step.key);
      return;
    case 'claim':
      claim(state, rules, step);
      return;
    case 'claim again':
      state.left.lostReplies -= 1;
      reenter(state, rules, step.client);
      return;
    case 'lose the reply':
      state.left.lostReplies -= 1;
      return loseReply(state, rules, step.client);
    case 'ack':
      ack(state, rules, step.off, step.which);
      return;
    case 'fail':
      fail(state, rules, step.off, step.which);
      return;
    case 'forward':
      state.left.forwards -= 1;
      return forward(state, rules, step.off, step.which);
    case 'end the lease':
      return endLease(state, step.off);
    case 'wait':
      for (const row of state.retry) if (row !== null && !row.leased) row.due = true;
      return;
    case 'expire':
      return expire(state, rules);
    case 'look for what expired':
      state.left.looks -= 1;
      return look(state);
    case 'end what was found':
      return endLooked(state, rules);
    default:
      return operate(state, step, rules);
  }
}

type Operation = Extract<Step, { readonly do: 'revoke' | 're-drive' | 'step of a re-drive' }>;

function operate(state: State, step: Operation, rules: Rules): void {
  if (step.do === 'revoke') {
    state.left.revokes -= 1;
    revoke(state, rules, step.off, step.verb);
  } else if (step.do === 're-drive') {
    state.left.jobs -= 1;
    startRedrive(state, rules);
  } else {
    const job = state.jobs[step.job];
    if (job !== undefined) stepRedrive(state, rules, job);
  }
}

/** Another process than the one that has looked already. */
function expire(state: State, rules: Rules): void {
  const { looked } = state;
  look(state);
  endLooked(state, rules);
  state.looked = looked;
}

function store(state: State, key: number): void {
  state.log.push(key);
  state.retry.push(null);
  state.dead.push(null);
  state.done.push(false);
  state.handles.push([]);
  state.holder.push(null);
  state.counted.push(0);
  for (const { items } of state.jobs) items.push(null);
}

/** Its time is over; no client may rely on it any more. */
function endLease(state: State, off: number): void {
  const row = state.retry[off] ?? null;
  if (row?.leased === true && !row.early) {
    row.due = true;
    state.holder[off] = null;
    return;
  }
  for (const lease of state.leases) {
    if (!offsIn(lease.open).includes(off)) continue;
    lease.over = true;
    for (const each of offsIn(lease.open)) state.holder[each] = null;
  }
}
