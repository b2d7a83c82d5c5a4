import type { Prisma } from '../../generated/client';
import type { MetadataTransaction } from '../../metadata';
import { databaseTime } from '../schedule/database-time';

/** Puts the version after the one the editor saw (0: none yet); false: it was changed meanwhile. */
export async function settingWrite(
  db: MetadataTransaction,
  now: Date | null,
  name: string,
  seenVersion: number,
  given: object,
  updatedBy: string,
): Promise<boolean> {
  const value = given as Prisma.InputJsonObject;
  const updatedAt = now ?? (await databaseTime(db));
  const { count } =
    seenVersion === 0
      ? await db.brokerSetting.createMany({
          data: [{ name, value, version: 1, updatedBy, updatedAt }],
          skipDuplicates: true,
        })
      : await db.brokerSetting.updateMany({
          where: { name, version: seenVersion },
          data: { value, version: { increment: 1 }, updatedBy, updatedAt },
        });
  return count === 1;
}
