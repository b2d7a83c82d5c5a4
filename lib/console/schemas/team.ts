import { z } from 'zod';
import { MEMBER_KINDS, TEAM_LIMITS, TEAM_ROLES } from '../../model/access/team';
import { msg } from '../../model/language/t';

const { nameChars, prefixes, prefixChars, oidcGroupChars } = TEAM_LIMITS;

/** The verbs say what is wrong with them; these only bound what is read. */
export const teamFields = {
  name: z.string().max(1000).describe(`1 to ${nameChars} characters; no other team has it, in whatever case`),
  prefixes: z
    .array(z.string().max(1000))
    .max(200)
    .describe(
      `What the names of its groups and topics begin with, letter for letter: 1 to ${prefixes}, each of 1 to ` +
        `${prefixChars} characters, and none that begins with another one`,
    ),
};

export const teamRole = z.enum(TEAM_ROLES);

export const memberFields = {
  kind: z.enum(MEMBER_KINDS),
  name: z
    .string()
    .trim()
    .min(1, msg('Enter a name.'))
    .max(1000)
    .describe(
      'E-mail address of an account, name of an API token, or group as the OpenID provider names it, ' +
        `at most ${oidcGroupChars} characters`,
    ),
  role: teamRole,
};
