import type { AnswerOf } from '../../http/operation';
import type { approvalPlan, approvalsPage } from './approvals';

export type ApprovalsPage = AnswerOf<typeof approvalsPage>;
export type ApprovalView = ApprovalsPage['items'][number];
export type ApprovalPlanView = AnswerOf<typeof approvalPlan>;
