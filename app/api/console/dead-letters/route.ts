import { deadLettersRead } from '@/lib/console/reads/dead-letters';

export const GET = deadLettersRead.GET;
