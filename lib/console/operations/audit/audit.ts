import { z } from 'zod';
import { listAudit, readAuditChain } from '../../../broker';
import { operation } from '../../http/operation';
import { msg } from '../../../model/language/t';

const short = z.string().trim().max(254);

export const auditPage = operation({
  name: 'audit',
  summary: 'The audit log, newest first: of this installation and all its clusters, or of one of them',
  ...{ permission: 'audit:read', subject: 'listed', effect: 'read' },
  input: z.strictObject({
    actor: short.optional(),
    action: short.optional(),
    target: short.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, msg('{field} is not a cursor of this list.'))
      .optional(),
  }),
  run: async ({ broker, kept, scope }, { cursor, ...given }) => {
    const before = cursor === undefined ? undefined : BigInt(cursor);
    const [{ items, next }, chain] = await Promise.all([
      listAudit(broker, { ...given, before, workspace: kept.workspace }, scope),
      readAuditChain(broker),
    ]);
    return { items, nextCursor: next, chain };
  },
});
