import { deadLetterRetentionRead } from '@/lib/console/reads/dead-letter-retention';

export const GET = deadLetterRetentionRead.GET;
