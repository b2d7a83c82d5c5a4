import { type Reason, told } from '../../model/language/t';
import type { AccessHeld } from '../../model/cluster/access-change';
import type { AccessRule } from '../../model/cluster/access-rule';
import { listRules, listUsers, type UserAtBroker } from '../admin/access';
import { type BrokerConfig, brokerConfig } from '../admin/broker-config';
import { ANSWER, Refusal } from '../admin/call';
import type { Ask, Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { reasonOf } from '../topology/reason';

const ACCESS_MS = 2_000;
export const ACCESS = 'access';

/** Users and rules of ACL 2 at one broker: each broker has its own. */
export interface AccessAtBroker {
  /** Clients must sign. Null: not known. */
  readonly checksUsers: boolean | null;
  /** What they may do is checked against the rules. Null: not known. */
  readonly checksRules: boolean | null;
  /** As whom brokers and proxies call each other, as the broker is set; null: it says none. */
  readonly innerUser: string | null;
  readonly users: readonly UserAtBroker[];
  readonly rules: readonly AccessRule[];
  /** Why users and rules are unknown; null: they are known. */
  readonly problem: Reason | null;
}

/** What each master lets which user do. @throws BrokerError unavailable */
export async function readAccess(cluster: Cluster): Promise<Answers<AccessAtBroker>> {
  return cluster.shared.read(ACCESS, ACCESS_MS, () => askAccess(cluster));
}

/** As of now, for what is about to change. @throws BrokerError unavailable */
export async function askAccess(cluster: Cluster): Promise<Answers<AccessAtBroker>> {
  return requireSome(
    await cluster.gather(async (_broker, ask): Promise<AccessAtBroker> => {
      const config = await ask(brokerConfig, undefined);
      const checks = {
        checksUsers: flagIn(config.authenticationEnabled),
        checksRules: flagIn(config.authorizationEnabled),
        innerUser: config.innerUser ?? null,
      };
      try {
        return { ...checks, ...(await askLists(ask)), problem: null };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { ...checks, users: [], rules: [], problem: problemOf(error, config) };
      }
    }),
  );
}

export async function askLists(ask: Ask): Promise<Pick<AccessAtBroker, 'users' | 'rules'>> {
  const [users, rules] = await Promise.all([ask(listUsers, undefined), ask(listRules, undefined)]);
  return { users, rules };
}

/** Also rules of a user that is not there. */
export function heldIn({ users, rules }: Pick<AccessAtBroker, 'users' | 'rules'>, name: string): AccessHeld {
  const found = users.find((user) => user.name === name);
  const user = found === undefined ? null : { name, isSuper: found.isSuper, isEnabled: found.isEnabled };
  return { user, rules: rules.filter((rule) => rule.user === name) };
}

/**
 * A broker of ACL 1 keeps its accounts in a file, and answers none of this. One of 5.3.3 or later has the setting of
 * ACL 1, and no code that reads it; without ACL 2 in its configuration it answers with a system error.
 */
function problemOf(refusal: Refusal, config: BrokerConfig): Reason | null {
  const hasAcl1 = config.aclEnable === 'true';
  if (refusal.code === ANSWER.notSupported)
    return hasAcl1
      ? told('it uses ACL 1, whose accounts are in plain_acl.yml on the broker: they cannot be read or changed')
      : told('it does not have ACL 2');
  if (refusal.code !== ANSWER.systemError || config.authenticationEnabled !== undefined) return reasonOf(refusal);
  return hasAcl1
    ? told('ACL 2 is not set up, and aclEnable has no effect in this version')
    : told('ACL 2 is not set up');
}

/** A broker without ACL 2 does not have the setting. */
function flagIn(value: string | undefined): boolean | null {
  return value === undefined ? null : value === 'true';
}
