import 'server-only';
import { z } from 'zod';
import { listAlarmChannels } from '../../broker';
import type { AlarmChannel } from '../../model/alarm/channel';
import { deliveryLog, type DeliveryLogRow } from '../../store/queries/alarm/alarm-delivery';
import { defineRead } from '../http/define-read';

export interface ChannelView extends Omit<AlarmChannel, 'updatedAt'> {
  readonly updatedAt: string;
}

export interface DeliveryView extends Omit<DeliveryLogRow, 'createdAt' | 'nextAt' | 'triedAt'> {
  readonly createdAt: string;
  readonly nextAt: string;
  readonly triedAt: string | null;
}

export interface ChannelsPage {
  readonly items: readonly ChannelView[];
  /** Newest first. */
  readonly log: readonly DeliveryView[];
}

const LOG = 100;

export const alarmChannelsRead = defineRead({
  permission: 'alarm-channel:manage',
  subject: 'system',
  input: z.object({}),
  run: async ({ broker, store }): Promise<ChannelsPage> => ({
    items: (await listAlarmChannels(broker)).map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
    log: (await deliveryLog(store.console, null, LOG)).map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      nextAt: row.nextAt.toISOString(),
      triedAt: row.triedAt?.toISOString() ?? null,
    })),
  }),
});
