import { redriveRead } from '@/lib/console/reads/redrive';

export const GET = redriveRead.GET;
