import type { Metadata } from '../../metadata';

export interface SettingChangeRow {
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** Who changed a setting and why, newest first. Each change made the next version, so the newest one is the current. */
export async function settingHistory(db: Metadata, name: string, limit: number): Promise<SettingChangeRow[]> {
  return await db.audit.findMany({
    where: { target: name, action: 'setting.update' },
    select: { actor: true, reason: true, at: true },
    orderBy: { auditId: 'desc' },
    take: limit,
  });
}
