import { deadLetterRetentionRead } from '@/lib/console/queries/dead-letter-retention';

export const GET = deadLetterRetentionRead.GET;
