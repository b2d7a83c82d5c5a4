import type { AccessRule, AccessUser } from '../../model/cluster/access-rule';
import { listRules, listUsers } from '../admin/access';
import { brokerConfig } from '../admin/broker-config';
import { Refusal } from '../admin/call';
import type { Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { reasonOf } from '../topology/reason';

const ACCESS_MS = 2_000;

/** Users and rules of ACL 2 at one broker: each broker has its own. */
export interface AccessAtBroker {
  /** Clients must sign. Null: not known. */
  readonly checksUsers: boolean | null;
  /** What they may do is checked against the rules. Null: not known. */
  readonly checksRules: boolean | null;
  readonly users: readonly AccessUser[];
  readonly rules: readonly AccessRule[];
  /** Why users and rules are unknown; null: they are known. */
  readonly problem: string | null;
}

/** What each master lets which user do. @throws BrokerError unavailable */
export async function readAccess(cluster: Cluster): Promise<Answers<AccessAtBroker>> {
  return cluster.shared.read('access', ACCESS_MS, async () =>
    requireSome(
      await cluster.gather(async (_broker, ask): Promise<AccessAtBroker> => {
        const config = await ask(brokerConfig, undefined);
        const checks = {
          checksUsers: flagIn(config.authenticationEnabled),
          checksRules: flagIn(config.authorizationEnabled),
        };
        try {
          const [users, rules] = await Promise.all([ask(listUsers, undefined), ask(listRules, undefined)]);
          return { ...checks, users, rules, problem: null };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return { ...checks, users: [], rules: [], problem: reasonOf(error) };
        }
      }),
    ),
  );
}

/** A broker without ACL 2 does not have the setting. */
function flagIn(value: string | undefined): boolean | null {
  return value === undefined ? null : value === 'true';
}
