'use server';

import { action } from '../http/operation';
import { approveRequest, refuseRequest, withdrawRequest } from '../operations/approvals/approvals';

export const approveRequestAction = action(approveRequest);
export const refuseRequestAction = action(refuseRequest);
export const withdrawRequestAction = action(withdrawRequest);
