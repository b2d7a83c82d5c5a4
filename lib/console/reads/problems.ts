import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import {
  type BrokerContext,
  type GroupNow,
  type LostNext,
  type ProblemCheck,
  type Problems,
  readProblems,
} from '../../broker';
import { MOST_PROBLEMS, type Problem } from '../../model/problem/problem';
import { notOffered, type Reading } from '../../model/reading';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { passAt } from '../../store/queries/alarm/alarm-state';
import { livingConsumers } from '../../store/queries/throttle/broker-node';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { readOrUnknown } from '../../engine';
import { SharedReadings } from '../../engine';

export type { GroupNow, LostNext, ProblemCheck } from '../../broker';
import type { Store } from '../../store/client';

export interface ProblemsPage {
  /** The first ones that no operator has in hand. */
  readonly items: readonly Problem[];
  /** Those beyond `items` included. */
  readonly total: number;
  /** What an operator has in hand. */
  readonly acknowledged: readonly Problem[];
  /** Null: may acknowledge; else why not. */
  readonly mayNotAcknowledge: string | null;
  readonly checks: readonly ProblemCheck[];
  /** The ones with problems first. */
  readonly groups: readonly GroupNow[];
  readonly groupCount: number;
  readonly lostNext: readonly LostNext[];
  readonly rules: Reading<RulesNow>;
  readonly clients: Reading<ClientsNow>;
}

export interface RulesNow {
  readonly enabled: number;
  readonly firing: number;
  /** When they were last evaluated; null: never. */
  readonly evaluatedAt: string | null;
}

export interface ClientsNow {
  readonly consumers: number;
  /** Broker nodes that are alive. */
  readonly nodes: number;
}

const GROUPS_SHOWN = 15;
const CLIENTS_OF_GROUPS = 'the clients of a cluster are on the page of each group';

/** The samples change every 10 s; however many look at Now or at the navigation, they are read once a second. */
const shared = new SharedReadings<Store, Problems>(1_000);

export function readSharedProblems(broker: BrokerContext): Promise<Problems> {
  return shared.get(broker.store, () => readProblems(broker));
}

/** No operator has it in hand. */
export function isOpen({ ack }: Problem): boolean {
  return ack === null;
}

export const problemsRead = defineRead({
  permission: 'group:read',
  subject: 'listed',
  input: z.strictObject({}),
  ofLetters: true,
  run: async ({ broker, store, principal }): Promise<ProblemsPage> => {
    const db = store.console;
    const asOf = broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(db));
    const [problems, rules, clients] = await Promise.all([
      readSharedProblems(broker),
      readOrUnknown(broker.log, readRules(db), asOf),
      broker.workspace === null
        ? readOrUnknown(broker.log, livingConsumers(db, broker.clock.nowOrNull()), asOf)
        : notOffered<Awaited<ReturnType<typeof livingConsumers>>>(CLIENTS_OF_GROUPS),
    ]);
    const open = problems.items.filter(isOpen);
    return {
      items: open.slice(0, MOST_PROBLEMS),
      total: open.length,
      acknowledged: problems.items.filter(({ ack }) => ack !== null),
      mayNotAcknowledge: reasonAgainst(principal, 'alarm:acknowledge'),
      checks: problems.checks,
      groups: problems.groups.slice(0, GROUPS_SHOWN),
      groupCount: problems.groups.length,
      lostNext: problems.lostNext,
      rules,
      clients:
        clients.kind === 'unknown'
          ? clients
          : {
              ...clients,
              value: {
                nodes: clients.value.nodes,
                consumers: clients.value.groups.reduce((sum, { consumers }) => sum + consumers, 0),
              },
            },
    };
  },
});

async function readRules(db: Parameters<typeof ruleList>[0]): Promise<RulesNow> {
  const [rules, open, evaluatedAt] = await Promise.all([ruleList(db), incidentOpenList(db), passAt(db)]);
  const firing = new Set(open.map(({ ruleId }) => ruleId));
  const enabled = rules.filter((rule) => rule.enabled);
  return {
    enabled: enabled.length,
    firing: enabled.filter(({ ruleId }) => firing.has(ruleId)).length,
    evaluatedAt: evaluatedAt?.toISOString() ?? null,
  };
}
