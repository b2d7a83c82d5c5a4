import type { AnswerOf } from '../../http/operation';
import type { auditPage } from './audit';

/** As pages get them: times are ISO 8601 text. */
export type AuditPage = AnswerOf<typeof auditPage>;
export type AuditView = AuditPage['items'][number];
export type AuditChainView = AuditPage['chain'];
