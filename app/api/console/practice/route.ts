import { practiceRead } from '@/lib/console/queries/practice';

export const GET = practiceRead.GET;
