import { z } from 'zod';
import { MEMBER_KINDS, TEAM_LIMITS, TEAM_ROLES } from '../../model/access/team';
import { msg } from '../../model/language/t';

const { nameChars, prefixes, prefixChars, oidcGroupChars } = TEAM_LIMITS;

/** The verbs say what is wrong with them; these only bound what is read. */
export const teamFields = {
  name: z.string().max(1000).describe(`Name, 1 to ${nameChars} characters; unique regardless of case`),
  prefixes: z
    .array(z.string().max(1000))
    .max(200)
    .describe(
      `Prefixes of the names of its groups and topics, case-sensitive: 1 to ${prefixes}, each with 1 to ` +
        `${prefixChars} characters; none may begin with another one`,
    ),
};

export const teamRole = z.enum(TEAM_ROLES).describe('Role in the team');

export const memberFields = {
  kind: z.enum(MEMBER_KINDS).describe('Kind of member'),
  name: z
    .string()
    .trim()
    .min(1, msg('Enter a name.'))
    .max(1000)
    .describe(
      'Email address of an account, name of an API token, or name of a group at the OpenID provider; ' +
        `at most ${oidcGroupChars} characters`,
    ),
  role: teamRole,
};
