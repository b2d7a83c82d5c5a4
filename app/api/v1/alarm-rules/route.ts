import { createAlarmRuleRoute, listAlarmRulesRoute } from '@/lib/console/api/alarm-rules';

export const GET = listAlarmRulesRoute.handle;
export const POST = createAlarmRuleRoute.handle;
