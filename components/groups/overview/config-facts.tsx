'use client';

import { Fragment } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { GROUP_FIELDS, groupFieldsOf, settingWords } from '@/lib/model/group/group-settings';
import { groupHref } from '@/components/parts/names';
import { describeSchedule, scheduleOf } from '@/components/groups/schedule.model';
import { between, quoted, t } from '@/lib/model/language/t';

/** The rules in words, with who set them. */
export function ConfigFacts({ group, changed }: Pick<GroupHead, 'group' | 'changed'>) {
  const broadcast = group.messageModel === 'broadcasting';
  return (
    <div className="panel-body col">
      <dl className="facts">
        {groupFieldsOf(group, 'embedded').map((field) => (
          <Fragment key={field}>
            <dt>{t(GROUP_FIELDS[field].label)}</dt>
            <dd>{settingWords(field, group[field])}</dd>
          </Fragment>
        ))}
        <dt>{t('Created')}</dt>
        <dd>{group.createdAt === null ? t('unknown') : <Time at={group.createdAt} style="day-clock" />}</dd>
        {changed === null ? null : (
          <>
            <dt>{t('Version {version, number}', { version: changed.version })}</dt>
            <dd>
              <Time at={changed.at} style="day-clock" />
              {between(',')}
              {changed.actor}
              {changed.reason === null ? null : <span className="text-2"> {quoted(changed.reason)}</span>}
            </dd>
          </>
        )}
      </dl>
      <p className="small text-2">
        {broadcast
          ? t('Each client gets one delivery. Failures are recorded and not retried.')
          : describeSchedule(scheduleOf(group.retryPolicy, group.maxRetries))}
      </p>
      <span>
        <ButtonLink href={groupHref(group.name, 'config')} size="small">
          {t('Change configuration')}
        </ButtonLink>
      </span>
    </div>
  );
}
