import { redrivesRead } from '@/lib/console/reads/redrives';

export const GET = redrivesRead.GET;
