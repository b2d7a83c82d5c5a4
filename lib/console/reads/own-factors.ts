import 'server-only';
import { readPolicy } from '../../auth/enter';
import { getRuntime } from '../../runtime/singleton';

export interface PasskeyView {
  readonly passkeyId: number;
  readonly name: string;
  /** The host name that it works for. */
  readonly host: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** How one account signs in. */
export interface FactorsView {
  readonly password: boolean;
  readonly app: { readonly since: string } | null;
  readonly passkeys: readonly PasskeyView[];
  readonly recoveryCodesLeft: number;
  readonly connected: readonly { readonly issuer: string; readonly linkedAt: string }[];
  /** What the button of the OpenID provider says; null: there is none. */
  readonly singleSignOn: string | null;
  /** The role must have a second factor. */
  readonly required: boolean;
}

export async function readOwnFactors(operatorId: number): Promise<FactorsView | null> {
  const { store, config } = getRuntime();
  const { prisma } = store;
  const [operator, policy, recoveryCodesLeft] = await Promise.all([
    prisma.operator.findUnique({
      where: { operatorId },
      include: {
        totp: true,
        passkey: { orderBy: { passkeyId: 'asc' } },
        oidcIdentity: true,
      },
    }),
    readPolicy(prisma),
    prisma.recoveryCode.count({ where: { operatorId, usedAt: null } }),
  ]);
  if (operator === null) return null;
  const since = operator.totp?.confirmedAt ?? null;
  return {
    password: operator.passwordHash !== null,
    app: since === null ? null : { since: since.toISOString() },
    passkeys: operator.passkey.map(({ passkeyId, name, host, createdAt, lastUsedAt }) => ({
      ...{ passkeyId, name, host },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    connected: operator.oidcIdentity.map(({ issuer, linkedAt }) => ({ issuer, linkedAt: linkedAt.toISOString() })),
    singleSignOn: config.oidc?.name ?? null,
    required: policy.secondFactorFor.some((role) => role === operator.role),
  };
}
