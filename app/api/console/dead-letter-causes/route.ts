import { deadLetterCausesRead } from '@/lib/console/reads/dead-letters';

export const GET = deadLetterCausesRead.GET;
