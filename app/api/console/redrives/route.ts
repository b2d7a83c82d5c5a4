import { redrivesRead } from '@/lib/console/queries/redrives';

export const GET = redrivesRead.GET;
