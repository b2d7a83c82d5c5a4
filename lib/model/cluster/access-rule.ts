import { BlockList, isIP } from 'node:net';

/** A user of ACL 2, without its password. */
export interface AccessUser {
  readonly name: string;
  /** A super user may do everything, whatever its rules are. */
  readonly isSuper: boolean;
  readonly isEnabled: boolean;
}

/** One entry of the rules of a user, in the words of the broker. */
export interface AccessRule {
  readonly user: string;
  /** Custom rules count first; default ones only where no custom rule matches. */
  readonly policy: 'custom' | 'default';
  /** "Topic:orders", "Topic:ord*", "Group:*" or "*". */
  readonly resource: string;
  readonly actions: readonly string[];
  /** Addresses and ranges; empty: every address. */
  readonly sourceIps: readonly string[];
  readonly isDeny: boolean;
}

/** What a client asks a broker for: any one of these actions is enough. */
export interface AccessRequest {
  readonly resource: string;
  readonly actions: readonly string[];
}

export type AccessWhy = 'no-user' | 'disabled' | 'super' | 'no-rule' | 'rule';

export interface AccessVerdict extends AccessRequest {
  readonly isAllowed: boolean;
  readonly why: AccessWhy;
  /** That decided; null: none did. */
  readonly rule: AccessRule | null;
}

/** What a broker needs to let a client send to a topic, or consume it with a group. Pure. */
export function requestsOf(of: { readonly topic: string; readonly group: string | null }): readonly AccessRequest[] {
  const { topic, group } = of;
  if (group === null) return [{ resource: `Topic:${topic}`, actions: ['Pub'] }];
  return [
    { resource: `Topic:${topic}`, actions: ['Sub'] },
    { resource: `Group:${group}`, actions: ['Sub'] },
  ];
}

/**
 * As RocketMQ decides: of the rules that match resource, action and address the most specific one, a name before a
 * prefix, a longer prefix before a shorter one, and any prefix before "*". Pure.
 * @param user null: the broker does not have it
 */
export function decideAccess(
  user: AccessUser | null,
  rules: readonly AccessRule[],
  request: AccessRequest,
  address: string,
): AccessVerdict {
  const is = (isAllowed: boolean, why: AccessWhy, rule: AccessRule | null = null): AccessVerdict => ({
    ...request,
    ...{ isAllowed, why, rule },
  });
  if (user === null) return is(false, 'no-user');
  if (!user.isEnabled) return is(false, 'disabled');
  if (user.isSuper) return is(true, 'super');
  const matching = rules.filter((rule) => rule.user === user.name && matches(rule, request, address));
  const custom = matching.filter(({ policy }) => policy === 'custom');
  const [first] = (custom.length > 0 ? custom : matching).toSorted((a, b) => rankOf(b) - rankOf(a));
  return first === undefined ? is(false, 'no-rule') : is(!first.isDeny, 'rule', first);
}

function matches({ resource, actions, sourceIps }: AccessRule, request: AccessRequest, address: string): boolean {
  const isResource = resource.endsWith('*')
    ? request.resource.startsWith(resource.slice(0, -1))
    : request.resource === resource;
  const isAction = request.actions.some((action) => actions.includes(action) || actions.includes('All'));
  return isResource && isAction && (sourceIps.length === 0 || sourceIps.some((range) => isWithin(address, range)));
}

/** The more it says, the higher. */
function rankOf({ resource }: AccessRule): number {
  if (resource === '*') return -1;
  return resource.endsWith('*') ? resource.length : Number.MAX_SAFE_INTEGER;
}

/** Whether an address is one, or in a range such as 10.0.0.0/8. Pure. */
export function isWithin(address: string, range: string): boolean {
  const [base = '', bits] = range.split('/');
  if (bits === undefined) return address === base;
  const family = isIP(base);
  if (family === 0 || family !== isIP(address) || !/^\d{1,3}$/.test(bits)) return false;
  const list = new BlockList();
  list.addSubnet(base, Math.min(Number(bits), family === 4 ? 32 : 128), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
