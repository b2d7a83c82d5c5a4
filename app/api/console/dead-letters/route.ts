import { deadLettersRead } from '@/lib/console/queries/dead-letters';

export const GET = deadLettersRead.GET;
