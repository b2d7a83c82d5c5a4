import { t } from '@/lib/model/language/t';
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
  const subject = t('Database role of the console');
  const advice = t('Set separate database URLs for broker and console: {broker} and {console}.', {
    ...{ broker: 'REDRIVE_BROKER_DATABASE_URL', console: 'REDRIVE_CONSOLE_DATABASE_URL' },
  });
  if (isSuperuser)
    return {
      ...{ subject, isGood: false, advice },
      says: t(
        `“{role}” is a superuser: it can disable the protection of the audit log and run programs on the database
        server.`,
        { role },
      ),
    };
  if (ownsAudit)
    return {
      ...{ subject, isGood: false, advice },
      says: t('“{role}” owns the tables: it can disable the protection of the audit log.', { role }),
    };
  return {
    ...{ subject, isGood: true, advice: null },
    says: isEmbedded
      ? t(
          `“{role}” owns nothing and can change neither the audit log nor the schema. The embedded server created this
          role.`,
          { role },
        )
      : t('“{role}” owns nothing and can change neither the audit log nor the schema.', { role }),
  };
}

function secretKeyLine({ hasSecretKey }: SecurityView): SecurityLine {
  const subject = 'REDRIVE_SECRET_KEY';
  return hasSecretKey
    ? {
        ...{ subject, isGood: true, advice: null },
        says: t(
          `Set. Secrets of access keys and clusters are encrypted with a key outside the database, and anchors of the
          audit log are signed.`,
        ),
      }
    : {
        ...{ subject, isGood: false },
        says: t(
          `Not set. Secrets of access keys and clusters are encrypted with a key in the same database: a program that
          can read the database or a backup can sign as any client. Anchors of the audit log are not signed.`,
        ),
        advice: t(
          'Set it to at least 32 characters, identical on all nodes, and rotate the secrets of all access keys.',
        ),
      };
}

function anchorLine({ sendsAnchors }: SecurityView): SecurityLine {
  const subject = t('Anchors of the audit log');
  return sendsAnchors
    ? {
        ...{ subject, isGood: true, advice: null },
        says: t('Sent to {setting} and written to the log.', { setting: 'REDRIVE_AUDIT_ANCHOR_URL' }),
      }
    : {
        ...{ subject, isGood: false },
        says: t('Written to the log only. Anyone who can change the database and the log can rewrite the history.'),
        advice: t('Set {setting}, or store the log on another machine.', { setting: 'REDRIVE_AUDIT_ANCHOR_URL' }),
      };
}

function accessKeyLine({ requiresAccessKeys, isLoopback }: SecurityView): SecurityLine {
  const subject = t('RocketMQ clients');
  if (requiresAccessKeys)
    return { ...{ subject, isGood: true, advice: null }, says: t('All calls must be signed with an access key.') };
  return isLoopback
    ? {
        ...{ subject, isGood: true, advice: null },
        says: t('No access key is required. Only programs on this machine can connect.'),
      }
    : {
        ...{ subject, isGood: false },
        says: t(
          `No access key is required, and other machines can connect: any program on the network can send and receive
          messages.`,
        ),
        advice: t('Remove {setting}.', { setting: 'REDRIVE_OPEN_GATEWAY' }),
      };
}
