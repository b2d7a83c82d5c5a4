import { limitWhatIfRead } from '@/lib/console/queries/limit-what-if';

export const GET = limitWhatIfRead.GET;
