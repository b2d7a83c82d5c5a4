import { deadLetterCausesRead } from '@/lib/console/queries/dead-letters';

export const GET = deadLetterCausesRead.GET;
