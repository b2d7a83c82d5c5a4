import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
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
    throw new BrokerError('bad-request', told('name must have 1 to {nameChars} characters.', { nameChars }), {
      ...{ field: 'name', limit: `1 to ${nameChars} characters`, value: name.length },
    });
  // a name that looks like another one, or like none
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw new BrokerError('bad-request', told('name must have visible characters and spaces only.'), {
      ...{ field: 'name', limit: 'no control characters', value: name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?') },
    });
  return name;
}

function checkPrefixes(given: readonly string[]): string[] {
  // an address line or a form may end each with a star
  const prefixes = [...new Set(given.map((prefix) => prefix.trim().replace(/\*$/, '')))].toSorted();
  const { prefixes: most, prefixChars } = TEAM_LIMITS;
  if (prefixes.length === 0 || prefixes.length > most)
    throw new BrokerError(
      'bad-request',
      told('prefixes must have 1 to {most} entries (got {prefixes}).', { most, prefixes: prefixes.length }),
      {
        ...{ field: 'prefixes', limit: `1 to ${most}`, value: prefixes.length },
      },
    );
  for (const prefix of prefixes) checkPrefix(prefix, prefixChars);
  for (const prefix of prefixes) {
    const wider = prefixes.find((each) => each !== prefix && prefix.startsWith(each));
    if (wider === undefined) continue;
    throw new BrokerError(
      'bad-request',
      told('prefixes: {wider} already covers {prefix}. Leave one of them out.', { wider, prefix }),
      {
        ...{ field: 'prefixes', limit: 'none begins with another one', value: prefix },
      },
    );
  }
  return prefixes;
}

function checkPrefix(prefix: string, mostChars: number): void {
  const value = prefix.slice(0, mostChars);
  if (prefix === '')
    throw new BrokerError(
      'bad-request',
      told('A prefix must have at least 1 character: a team cannot cover everything.'),
      {
        ...{ field: 'prefixes', limit: `1 to ${mostChars} characters`, value },
      },
    );
  if (prefix.length > mostChars)
    throw new BrokerError(
      'bad-request',
      told('A prefix may have at most {mostChars} characters ({value}… has {prefix}).', {
        mostChars,
        value,
        prefix: prefix.length,
      }),
      {
        ...{ field: 'prefixes', limit: `1 to ${mostChars} characters`, value: prefix.length },
      },
    );
  if (!NAME_PATTERN.test(prefix))
    throw new BrokerError(
      'bad-request',
      told('A prefix may have letters, digits, %, |, - and _ only (got “{value}”).', { value }),
      {
        ...{ field: 'prefixes', limit: NAME_PATTERN.source, value },
      },
    );
}
