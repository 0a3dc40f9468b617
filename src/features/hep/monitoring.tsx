import { Button } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import type { HomeProgramLog } from '#contract/hep/home-program-log.ts';
import { rtmWindows, type RtmWindow } from '#contract/hep/rtm-days.ts';
import { consentWays, type RtmEpisode } from '#contract/hep/rtm-episode.ts';
import { zoneOfCase, rtmEpisodesOf } from '#local/reads/hep.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { rtmEpisodeForm } from './rtm-form.tsx';
import classes from './hep.module.css';

type Props = { of: Case; logs: readonly HomeProgramLog[]; mayWrite: boolean };

/** Times in which the log is monitored for pay: days with data in each 30 days, and what they allow to bill. */
export function Monitoring({ of: { CaseId, FacilityId, Title }, logs, mayWrite }: Props) {
  const today = useClinicToday();
  const episodes = useLiveValue(() => rtmEpisodesOf(CaseId), [CaseId]);
  const timeZone = useLiveValue(() => zoneOfCase(FacilityId), [FacilityId]);
  const [opened, open] = useState<About<RtmEpisode> | null>(null);
  if (!episodes || !timeZone || (episodes.length === 0 && !mayWrite)) return null;
  return (
    <div className={classes.log}>
      <div className={classes.head}>
        <h4 className={classes.subtitle}>Remote monitoring</h4>
        {mayWrite && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Add monitoring to ${Title}`}
            onClick={() => open({ of: null, parent: CaseId })}
          >
            Add
          </Button>
        )}
      </div>
      <ul className={classes.lines} aria-label={`Remote monitoring of ${Title}`}>
        {episodes.map((one) => (
          <li key={one.RtmEpisodeId}>
            {episodeWords(one)}
            {mayWrite && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Edit monitoring from ${showDate(one.From)}`}
                onClick={() => open({ of: one, parent: CaseId })}
              >
                Edit
              </Button>
            )}
            <ul className={classes.lines}>
              {rtmWindows(one, logs, { today, timeZone }).map((window) => (
                <li key={window.from} className={classes.hint}>
                  {windowWords(window)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <RecordDrawer
          form={rtmEpisodeForm}
          at={CaseId}
          about={opened}
          onReopen={(about) => open({ ...about, parent: CaseId })}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

function episodeWords({ From, Until, Consent, ConsentOn }: RtmEpisode): string {
  const days = Until === null ? `Since ${showDate(From)}` : `${showDate(From)} to ${showDate(Until)}`;
  return `${days}, patient ${consentWays[Consent].toLowerCase()} ${showDate(ConsentOn)}`;
}

function windowWords({ from, to, days, code, isOver }: RtmWindow): string {
  const counted = `${days} ${days === 1 ? 'day' : 'days'} with data`;
  const billed = code === null ? 'nothing to bill' : code;
  return `${showDate(from)} to ${showDate(to)}: ${counted}, ${billed}${isOver ? '' : ' so far'}`;
}
