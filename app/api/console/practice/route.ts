import { practiceRead } from '@/lib/console/reads/practice';

export const GET = practiceRead.GET;
