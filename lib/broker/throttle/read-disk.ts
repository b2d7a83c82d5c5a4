import { statfs } from 'node:fs/promises';

import type { BrokerContext } from '../context';

/**
 * Reads the room on the disk of the embedded database; elsewhere there is nothing to read. It never asks the database:
 * a full disk is what stops the database, and a statement that hangs must not make the room unknown.
 */
export async function readDisk({ dataDirectory, throttle }: BrokerContext): Promise<void> {
  if (dataDirectory === null) return;
  const { bavail, bsize } = await statfs(dataDirectory);
  throttle.setDiskFree(bavail * bsize);
}
