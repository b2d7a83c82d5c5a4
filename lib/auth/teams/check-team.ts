import { BrokerError } from '../../model/errors';
import { NAME_PATTERN } from '../../model/limits';
import { TEAM_LIMITS } from '../../model/access/team';

export interface TeamInput {
  readonly name: string;
  readonly prefixes: readonly string[];
}

/** What is kept of it. @throws BrokerError bad-request */
export function checkTeam({ name, prefixes }: TeamInput): { readonly name: string; readonly prefixes: string[] } {
  return { name: checkName(name), prefixes: checkPrefixes(prefixes) };
}

function checkName(given: string): string {
  const name = given.trim().replaceAll(/ +/g, ' ');
  const { nameChars } = TEAM_LIMITS;
  if (name === '' || name.length > nameChars)
    throw new BrokerError('bad-request', `name must have 1 to ${nameChars} characters.`, {
      ...{ field: 'name', limit: `1 to ${nameChars} characters`, value: name.length },
    });
  // a name that looks like another one, or like none
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw new BrokerError('bad-request', 'name must have characters that can be seen, and spaces.', {
      ...{ field: 'name', limit: 'no control characters', value: name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?') },
    });
  return name;
}

function checkPrefixes(given: readonly string[]): string[] {
  // an address line or a form may end each with a star
  const prefixes = [...new Set(given.map((prefix) => prefix.trim().replace(/\*$/, '')))].toSorted();
  const { prefixes: most, prefixChars } = TEAM_LIMITS;
  if (prefixes.length === 0 || prefixes.length > most)
    throw new BrokerError('bad-request', `prefixes must be 1 to ${most}; there are ${prefixes.length}.`, {
      ...{ field: 'prefixes', limit: `1 to ${most}`, value: prefixes.length },
    });
  for (const prefix of prefixes) checkPrefix(prefix, prefixChars);
  for (const prefix of prefixes) {
    const wider = prefixes.find((each) => each !== prefix && prefix.startsWith(each));
    if (wider === undefined) continue;
    throw new BrokerError('bad-request', `prefixes: ${wider} covers ${prefix} already. Leave one of them out.`, {
      ...{ field: 'prefixes', limit: 'none begins with another one', value: prefix },
    });
  }
  return prefixes;
}

function checkPrefix(prefix: string, mostChars: number): void {
  const value = prefix.slice(0, mostChars);
  if (prefix === '')
    throw new BrokerError('bad-request', 'A prefix has at least 1 character: a team cannot be about everything.', {
      ...{ field: 'prefixes', limit: `1 to ${mostChars} characters`, value },
    });
  if (prefix.length > mostChars)
    throw new BrokerError(
      'bad-request',
      `A prefix has at most ${mostChars} characters; ${value}… has ${prefix.length}.`,
      {
        ...{ field: 'prefixes', limit: `1 to ${mostChars} characters`, value: prefix.length },
      },
    );
  if (!NAME_PATTERN.test(prefix))
    throw new BrokerError('bad-request', `A prefix has letters, digits, %, |, - and _; “${value}” has others.`, {
      ...{ field: 'prefixes', limit: NAME_PATTERN.source, value },
    });
}
