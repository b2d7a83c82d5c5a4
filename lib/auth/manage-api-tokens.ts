import type { Actor } from '../model/audit/actor';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import type { Store } from '../store/client';
import { insertApiToken, revokeApiToken, rotateApiToken } from '../store/queries/api-token/api-token-write';
import { appendAudit } from '../store/queries/audit/audit-append';
import { databaseTime } from '../store/queries/schedule/database-time';
import { withMetadata } from '../store/metadata';
import { type Rights, tokenRights } from './permission';
import { createSecret } from './secret-token';

type ConsoleStore = Pick<Store, 'console' | 'prisma'>;

export interface ApiTokenView {
  readonly apiTokenId: number;
  readonly name: string;
  readonly shownStart: string;
  readonly rights: Rights;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly expired: boolean;
  /** The secret before the last rotation works until then; null: there is none. */
  readonly oldUntil: Date | null;
}

/** Newest first, revoked ones last; no hash is selected. */
export async function listApiTokens({ prisma, console }: ConsoleStore): Promise<ApiTokenView[]> {
  const now = await databaseTime(console);
  const tokens = await prisma.apiToken.findMany({
    select: {
      ...{ apiTokenId: true, name: true, shownStart: true, rights: true, createdBy: true, createdAt: true },
      ...{ lastUsedAt: true, revokedAt: true, expiresAt: true, oldUntil: true },
    },
    orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { apiTokenId: 'desc' }],
    take: 500,
  });
  return tokens.map(({ oldUntil, ...token }) => ({
    ...token,
    rights: tokenRights.find((rights) => rights === token.rights) ?? 'viewer',
    expired: token.expiresAt !== null && token.expiresAt <= now,
    oldUntil: oldUntil !== null && oldUntil > now ? oldUntil : null,
  }));
}

/** The secret is returned once and stored only as a hash. */
export async function createApiToken(
  store: ConsoleStore,
  actor: Actor,
  input: { readonly name: string; readonly rights: Rights; readonly expiresInDays: number | null },
): Promise<{ readonly secret: string }> {
  const { secret, hash } = createSecret('rdt_');
  const name = input.name.trim();
  await withMetadata(store.prisma, async (db) => {
    const id = await insertApiToken(db, {
      name,
      tokenHash: hash,
      shownStart: secret.slice(0, 8),
      rights: input.rights,
      expiresInDays: input.expiresInDays,
      createdBy: actor.name,
    });
    await appendAudit(db, {
      actor,
      action: 'token.create',
      target: `${name} (${id})`,
      after: { rights: input.rights, expiresInDays: input.expiresInDays },
    });
  });
  return { secret };
}

/** The secret of before works for `overlapHours` more, so that what uses it can be changed without a gap. */
export async function rotateToken(
  store: ConsoleStore,
  actor: Actor,
  input: { readonly apiTokenId: number; readonly overlapHours: number; readonly expiresInDays: number | null },
): Promise<{ readonly secret: string }> {
  const { secret, hash } = createSecret('rdt_');
  await withMetadata(store.prisma, async (db) => {
    const rotated = await rotateApiToken(db, { ...input, tokenHash: hash, shownStart: secret.slice(0, 8) });
    if (rotated === null) throw noSuchToken();
    const { name, oldUntil, expiresAt } = rotated;
    await appendAudit(db, {
      actor,
      action: 'token.rotate',
      target: `${name} (${input.apiTokenId})`,
      after: { oldUntil, expiresAt },
    });
  });
  return { secret };
}

export async function revokeToken(store: ConsoleStore, actor: Actor, apiTokenId: number): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const revoked = await revokeApiToken(db, apiTokenId);
    if (revoked === null) throw noSuchToken();
    await appendAudit(db, {
      actor,
      action: 'token.revoke',
      target: `${revoked.name} (${apiTokenId})`,
      before: { rights: revoked.rights },
    });
  });
}

function noSuchToken(): BrokerError {
  return new BrokerError('not-found', told('This token does not exist or was already revoked.'));
}
