import { getDeadLetterRetentionRoute, putDeadLetterRetentionRoute } from '@/lib/console/api/dead-letter-retention';

export const GET = getDeadLetterRetentionRoute.handle;
export const PUT = putDeadLetterRetentionRoute.handle;
