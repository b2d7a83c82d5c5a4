import type { CreateGroupInput } from '../broker';
import type { MessageType } from '../model/topic/topic';

export const PRACTICE_TOPICS: readonly {
  readonly name: string;
  readonly messageType: MessageType;
  readonly queues: number;
}[] = [
  { name: 'practice-orders', messageType: 'NORMAL', queues: 4 },
  { name: 'practice-ledger', messageType: 'FIFO', queues: 4 },
];
export const ORDERS = 'practice-orders';
export const LEDGER = 'practice-ledger';

/** Intervals of seconds, not minutes: the first messages are dead while the operator still watches. */
export const PRACTICE_GROUPS: readonly Omit<CreateGroupInput, 'actor' | 'reason'>[] = [
  {
    name: 'practice-billing',
    deliveryOrder: 'concurrent',
    maxRetries: 3,
    retryPolicy: { type: 'customized', intervalsMs: [5_000, 10_000, 20_000] },
  },
  {
    name: 'practice-ledger',
    deliveryOrder: 'ordered',
    maxRetries: 8,
    retryPolicy: { type: 'fixed', intervalMs: 3_000 },
  },
];
export const BILLING_GROUP = 'practice-billing';
export const LEDGER_GROUP = 'practice-ledger';

export interface Order {
  readonly order: number;
  readonly amount: string;
  readonly gateway: 'northpay' | 'cardhub' | 'banklink';
  readonly postcode: string | null;
  readonly tenant: string;
}

export interface LedgerEntry {
  readonly entry: number;
  readonly account: string;
  readonly credit: string;
  readonly settledBy: 'northpay' | 'banklink';
  readonly currency: string;
}

export const ACCOUNTS = ['account-1', 'account-2', 'account-3', 'account-4', 'account-5'] as const;
/** Every tenth entry of this account waits for northpay; whatever was sent for the account later waits behind it. */
export const BLOCKED_ACCOUNT = 'account-3';
const BLOCKED_EVERY = 10;

/** Of twelve orders, two are northpay's, one has no postcode, one is refused by a rate limit; eight go through. */
export function orderNumber(order: number): Order {
  const slot = order % 12;
  return {
    order,
    amount: `${10 + ((order * 37) % 90)}.${String((order * 13) % 100).padStart(2, '0')}`,
    gateway: slot === 2 || slot === 8 ? 'northpay' : slot % 2 === 0 ? 'cardhub' : 'banklink',
    postcode: slot === 5 ? null : `${1000 + ((order * 71) % 9000)}`,
    tenant: slot === 11 ? 'busy-tenant' : `tenant-${1 + (order % 4)}`,
  };
}

export function ledgerEntryNumber(entry: number): LedgerEntry {
  const account = ACCOUNTS[entry % ACCOUNTS.length] ?? BLOCKED_ACCOUNT;
  const turn = Math.floor(entry / ACCOUNTS.length);
  const blocks = account === BLOCKED_ACCOUNT && turn % BLOCKED_EVERY === 0;
  return {
    entry,
    account,
    credit: `${5 + (entry % 40)}.00`,
    settledBy: blocks ? 'northpay' : 'banklink',
    currency: 'EUR',
  };
}

/** What an application throws; its name and message are what operators read as the cause. */
export class PracticeFailure extends Error {
  constructor(errorType: PracticeCause | 'UnknownCurrency', message: string) {
    super(message);
    this.name = errorType;
  }
}

export const PRACTICE_CAUSES = ['PaymentGatewayTimeout', 'InvalidAddress', 'RateLimited'] as const;
export type PracticeCause = (typeof PRACTICE_CAUSES)[number];

/** A rate limit ends by itself: its orders are consumed on their third delivery, without any fix. */
const RATE_LIMITED_DELIVERIES = 2;

/** @throws PracticeFailure as long as the fix is not deployed */
export function billOrder(order: Order, attempt: number): void {
  if (order.gateway === 'northpay') {
    throw new PracticeFailure(
      'PaymentGatewayTimeout',
      `northpay did not answer within 2000 ms for order ${order.order}`,
    );
  }
  if (order.postcode === null) throw new PracticeFailure('InvalidAddress', `order ${order.order} has no postcode`);
  if (order.tenant === 'busy-tenant' && attempt <= RATE_LIMITED_DELIVERIES) {
    throw new PracticeFailure('RateLimited', `429 from the invoice service for tenant ${order.tenant}`);
  }
}

/** @throws PracticeFailure as long as the fix is not deployed */
export function bookEntry(entry: LedgerEntry): void {
  if (entry.settledBy === 'northpay') {
    throw new PracticeFailure(
      'PaymentGatewayTimeout',
      `northpay did not confirm the settlement of ledger entry ${entry.entry}`,
    );
  }
}

/** What a terminal can add to the incident: producers that a limit refuses, and a key that no fix of the code frees. */
export const PRACTICE_SCENES = ['throttle', 'poison'] as const;
export type PracticeScene = (typeof PRACTICE_SCENES)[number];

/** The trickle of the incident stays below the limit; the burst is far above it. */
export const THROTTLE_SCENE = { limitPerSecond: 10, orders: 600, atOnce: 40 } as const;
/** Each blocks its account until its retries are used up, one after the other. */
export const POISON_SCENE = { account: 'account-5', entries: 8, behind: 4 } as const;
const NO_CURRENCY = 'XXX';

export function poisonedEntry(entry: number): LedgerEntry {
  return { ...ledgerEntryNumber(entry), account: POISON_SCENE.account, settledBy: 'banklink', currency: NO_CURRENCY };
}

/** @throws PracticeFailure whatever is deployed */
export function readCurrency({ entry, currency }: LedgerEntry): void {
  if (currency === NO_CURRENCY)
    throw new PracticeFailure('UnknownCurrency', `no account is kept in ${currency}, entry ${entry}`);
}
