import 'server-only';
import { countAccess } from '../../auth/count-access';
import { listApiTokens } from '../../auth/manage-api-tokens';
import { readOwnFactors } from '../../auth/factors/own-factors';
import { listOperators } from '../../auth/manage-operators';
import type { Principal } from '../../auth/permission';
import { listSessions } from '../../auth/session';
import { findSetUpLink } from '../../auth/set-up';
import { listTeams } from '../../auth/teams/list-teams';
import { readOwnPower } from '../../broker';
import { plain } from '../../model/plain';
import { getRuntime } from '../../runtime/singleton';

// What pages of accounts show, once for each render. They have required the permission before.

type Read<T extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<T>>>;

export const usersNow = async () => plain(await listOperators(getRuntime().store));
export const apiTokensNow = async () => plain(await listApiTokens(getRuntime().store));
export const teamsNow = async (principal: Principal) => plain(await listTeams(getRuntime().store, principal));
export const accessCountsNow = async () => countAccess(getRuntime().store);
export const sessionsNow = async (operatorId: number) => plain(await listSessions(getRuntime().store, operatorId));

export type { RoleWords } from '../../auth/role-words';
export type UserView = Read<typeof usersNow>[number];
export type ApiTokenView = Read<typeof apiTokensNow>[number];
export type TeamView = Read<typeof teamsNow>[number];
export type TeamMemberView = NonNullable<TeamView['members']>[number];
export type SessionView = Read<typeof sessionsNow>[number];

export async function ownFactorsNow(operatorId: number) {
  const { store, config } = getRuntime();
  const found = await readOwnFactors(store, operatorId);
  /** What the button of the OpenID provider says; null: there is none. */
  const singleSignOn = config.oidc?.name ?? null;
  return found === null ? null : plain({ ...found, singleSignOn });
}

export type FactorsView = Read<typeof ownFactorsNow>;
export type PasskeyView = FactorsView['passkeys'][number];

/** The holder of an open link may see which account it is for. */
export async function readSetUpLink(token: string) {
  const link = await findSetUpLink(getRuntime().store, token.slice(0, 200));
  return link === null ? null : { purpose: link.purpose, email: link.email };
}

/** How this installation is set up, as far as it protects itself. No secret is among it. */
export async function readSecurity() {
  const { ctx, config } = getRuntime();
  return {
    /** Of the console's connections. */
    database: await readOwnPower(ctx),
    isEmbedded: config.isEmbedded,
    hasSecretKey: config.secretKey !== undefined,
    sendsAnchors: config.auditAnchorUrl !== undefined,
    requiresAccessKeys: config.requireAccessKeys,
    isLoopback: config.loopback,
  };
}

export type SecurityView = Read<typeof readSecurity>;
