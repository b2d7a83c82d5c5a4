import { BrokerError, type BrokerErrorCode } from '../model/errors';
import { NAME_PATTERN } from '../model/limits';

export interface NameRule {
  readonly code: BrokerErrorCode;
  readonly field: string;
  /** "topic", "consumer group": how the sentence calls it. */
  readonly noun: string;
  readonly maxBytes: number;
  readonly reserved: ReadonlySet<string>;
  readonly reservedPrefixes: readonly string[];
}

const MAX_SHOWN_CHARS = 80;

export function checkName(rule: NameRule, name: string): void {
  const shown = name.length > MAX_SHOWN_CHARS ? `${name.slice(0, MAX_SHOWN_CHARS)}…` : name;
  const refuse = (message: string, limit: string | number): never => {
    throw new BrokerError(rule.code, message, { field: rule.field, limit, value: shown });
  };
  if (name === '') refuse(`The ${rule.noun} name is empty.`, 'at least 1 character');
  if (!NAME_PATTERN.test(name)) {
    refuse(`The ${rule.noun} name "${shown}" may hold only letters, digits and % | - _.`, 'a-z A-Z 0-9 % | - _');
  }
  if (name.length > rule.maxBytes) {
    refuse(`The ${rule.noun} name has ${name.length} characters; at most ${rule.maxBytes} are allowed.`, rule.maxBytes);
  }
  const prefix = rule.reservedPrefixes.find((start) => name.startsWith(start));
  if (prefix !== undefined) refuse(`The ${rule.noun} name "${shown}" starts with ${prefix}, which the system keeps for itself.`, `not ${prefix}…`);
  if (rule.reserved.has(name)) refuse(`The ${rule.noun} name "${shown}" is reserved by the system.`, 'not a reserved name');
}
