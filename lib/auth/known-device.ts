import type { MetadataTransaction } from '../store/metadata';
import { insertDevice, knownDeviceTokens } from '../store/queries/device/known-device';
import { createSecret, hashSecret } from './secret-token';

/**
 * After a correct password. @returns the token of this browser: the one it sent if we issued it, else a new one
 */
export async function rememberDevice(
  db: MetadataTransaction,
  operatorId: number,
  tokens: readonly string[],
): Promise<string> {
  const known = await knownDeviceTokens(db, tokens.map(hashSecret));
  const own = tokens.find((token) => known.some((hash) => hash.equals(hashSecret(token))));
  const token = own ?? createSecret().secret;
  await insertDevice(db, operatorId, hashSecret(token));
  return token;
}
