import type { SecurityView } from '@/lib/console/reads/settings';

export interface SecurityLine {
  readonly subject: string;
  readonly isGood: boolean;
  readonly says: string;
  /** What to do about it; null: nothing. */
  readonly advice: string | null;
}

/** Sentences about how the installation protects itself, in the order of how much they matter. */
export function securityLines(view: SecurityView): SecurityLine[] {
  return [databaseLine(view), secretKeyLine(view), anchorLine(view), accessKeyLine(view)];
}

function databaseLine({ database: { role, isSuperuser, ownsAudit }, isEmbedded }: SecurityView): SecurityLine {
  const subject = 'Database role of the console';
  if (isSuperuser)
    return {
      ...{ subject, isGood: false },
      says:
        `“${role}” is a superuser: it may switch off the protection of audit rows, ` +
        "and run programs on the database's machine.",
      advice:
        'Give broker and console URLs of their own: REDRIVE_BROKER_DATABASE_URL and REDRIVE_CONSOLE_DATABASE_URL.',
    };
  if (ownsAudit)
    return {
      ...{ subject, isGood: false },
      says: `“${role}” owns the tables: it may switch off the protection of audit rows.`,
      advice:
        'Give broker and console URLs of their own: REDRIVE_BROKER_DATABASE_URL and REDRIVE_CONSOLE_DATABASE_URL.',
    };
  return {
    ...{ subject, isGood: true, advice: null },
    says: isEmbedded
      ? `“${role}” owns nothing and can neither change audit rows nor the schema. The embedded server made it.`
      : `“${role}” owns nothing and can neither change audit rows nor the schema.`,
  };
}

function secretKeyLine({ hasSecretKey }: SecurityView): SecurityLine {
  const subject = 'REDRIVE_SECRET_KEY';
  return hasSecretKey
    ? {
        ...{ subject, isGood: true, advice: null },
        says:
          'Set. Secrets of access keys and clusters are encrypted with a key that is not in the database, ' +
          'and anchors of the audit chain are signed.',
      }
    : {
        ...{ subject, isGood: false },
        says:
          'Not set. Secrets of access keys and clusters are encrypted with a key that is in the same database: ' +
          'a program that reads the database, or a backup of it, can sign as any client. ' +
          'Anchors of the audit chain are not signed.',
        advice: 'Set it to 32 characters or more, on every node the same, and rotate the secrets of access keys.',
      };
}

function anchorLine({ sendsAnchors }: SecurityView): SecurityLine {
  const subject = 'Anchors of the audit chain';
  return sendsAnchors
    ? { subject, isGood: true, says: 'Sent to REDRIVE_AUDIT_ANCHOR_URL and written to the log.', advice: null }
    : {
        ...{ subject, isGood: false },
        says: 'Written to the log alone. Who can change the database and the log can write the past anew.',
        advice: 'Set REDRIVE_AUDIT_ANCHOR_URL, or keep the log on another machine.',
      };
}

function accessKeyLine({ requiresAccessKeys, isLoopback }: SecurityView): SecurityLine {
  const subject = 'RocketMQ clients';
  if (requiresAccessKeys) return { subject, isGood: true, says: 'They must sign with an access key.', advice: null };
  return isLoopback
    ? { subject, isGood: true, says: 'No access key is needed; only programs on this machine reach it.', advice: null }
    : {
        ...{ subject, isGood: false },
        says: 'No access key is needed, and other machines reach it: any program on the network may send and receive.',
        advice: 'Remove REDRIVE_OPEN_GATEWAY.',
      };
}
