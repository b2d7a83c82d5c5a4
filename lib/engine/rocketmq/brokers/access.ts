import { accessVersion, readAccess } from '../../../cluster';
import { decideAccess, requestsOf } from '../../../model/cluster/access-rule';
import type { AccessAsked, AccessExplained, AccessOfCluster } from '../../port/access';
import type { RocketmqContext } from '../context';

export async function listAccess({ engine }: RocketmqContext): Promise<AccessOfCluster> {
  const { asOf, parts, silent } = await readAccess(engine.cluster);
  const brokers = parts.map(({ broker, value: { checksUsers, checksRules, problem } }) => ({
    ...{ broker, checksUsers, checksRules, problem },
  }));
  const marks = (name: string): ReadonlySet<string> =>
    new Set(parts.flatMap(({ value }) => value.users.filter((user) => user.name === name).map(({ mark }) => mark)));
  const users = together(
    parts.map(({ broker, value }) => ({
      broker,
      rows: value.users.map(({ name, isSuper, isEnabled }) => ({ name, isSuper, isEnabled })),
    })),
  ).map((user) => ({
    ...{ ...user, version: accessVersion(parts, user.name), passwordsDiffer: marks(user.name).size > 1 },
    isOwn: user.name === engine.cluster.options.credentials?.accessKey,
    isInner: parts.some(({ value }) => value.innerUser === user.name),
  }));
  const rules = together(parts.map(({ broker, value }) => ({ broker, rows: value.rules })));
  return {
    ...{ asOf, brokers, silent },
    users: users.toSorted((a, b) => a.name.localeCompare(b.name)),
    rules: rules.toSorted((a, b) => a.user.localeCompare(b.user) || a.resource.localeCompare(b.resource)),
  };
}

/** Alike on two brokers is one row. */
function together<T extends object>(
  of: readonly { readonly broker: string; readonly rows: readonly T[] }[],
): readonly (T & { readonly on: readonly string[] })[] {
  const found = new Map<string, T & { readonly on: string[] }>();
  for (const { broker, rows } of of)
    for (const row of rows) {
      const key = JSON.stringify(row);
      const kept = found.get(key) ?? { ...row, on: [] };
      kept.on.push(broker);
      found.set(key, kept);
    }
  return [...found.values()];
}

export async function explainAccess({ engine }: RocketmqContext, asked: AccessAsked): Promise<AccessExplained> {
  const { asOf, parts, silent } = await readAccess(engine.cluster);
  const brokers = parts.map(({ broker, value }) => {
    const { checksUsers, checksRules, users, rules, problem } = value;
    if (checksUsers === false) return { broker, isAllowed: true, problem: null, verdicts: [] };
    if (problem !== null) return { broker, isAllowed: null, problem, verdicts: [] };
    const user = users.find(({ name }) => name === asked.user) ?? null;
    const isKnown = user?.isEnabled === true;
    if (checksRules !== true && isKnown) return { broker, isAllowed: true, problem: null, verdicts: [] };
    const verdicts = requestsOf(asked).map((request) => decideAccess(user, rules, request, asked.address));
    return { broker, isAllowed: verdicts.every(({ isAllowed }) => isAllowed), problem: null, verdicts };
  });
  return { asOf, brokers, silent };
}
