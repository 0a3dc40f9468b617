import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SurveyLine } from '#contract/surveys/endpoints.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import { feelingOf, fewestForScore, type Feeling } from '#contract/surveys/survey.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';

import { useFetched } from '#shared/hooks/use-fetched.ts';
import { PatientCell } from '#shared/same-people/patient-cell.tsx';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './surveys.module.css';

type List = ReplyOf<'surveys.list'>;

const meanings: Record<Feeling, Meaning> = { promoter: 'done', neutral: 'past', detractor: 'danger' };

/** Company › Surveys: what patients said about their care in the last 90 days, and who wants a call. */
export function SurveysScreen() {
  const fetched = useFetched(() => call('surveys.list', {}));
  return (
    <FetchedPart of={fetched} what="surveys" rows={6}>
      {(list) => (
        <>
          <Figures list={list} />
          <Surveys surveys={list.surveys} onCalled={() => fetched.load()} />
        </>
      )}
    </FetchedPart>
  );
}

function Surveys({ surveys, onCalled }: { surveys: readonly SurveyLine[]; onCalled(): void }) {
  const apart = useToldApart(surveys);
  return (
    <DataTable
      label="Surveys of the last 90 days, calls to make first"
      rows={surveys}
      rowKey={({ SurveySendId }) => SurveySendId}
      columns={columnsWith(apart, onCalled)}
      empty={
        <EmptyState title="No surveys yet">
          Send a survey from a visit that has started. The answers appear here.
        </EmptyState>
      }
    />
  );
}

function Figures({ list: { score, answered, sent } }: { list: List }) {
  return (
    <div className={classes.figures}>
      <p>
        Net promoter score <strong>{score ?? `shown from ${fewestForScore} answers on`}</strong>
      </p>
      <p>
        Answered{' '}
        <strong>
          {answered} of {sent}
        </strong>
      </p>
    </div>
  );
}

function columnsWith(apart: ReadonlyMap<string, string>, onCalled: () => void): Column<SurveyLine>[] {
  return [
    { key: 'name', title: 'Patient', cell: (line) => <PatientCell person={line} apart={apart} /> },
    {
      key: 'score',
      title: 'Score',
      cell: ({ recommend }) =>
        recommend === null ? (
          <MeaningBadge meaning="needs">No answer yet</MeaningBadge>
        ) : (
          <MeaningBadge meaning={meanings[feelingOf(recommend)]}>{recommend} of 10</MeaningBadge>
        ),
    },
    { key: 'call', title: 'Call back', cell: (line) => <CallBack line={line} onCalled={onCalled} /> },
    {
      key: 'comment',
      title: 'Comment',
      cell: ({ comment }) => <span className={classes.comment}>{comment}</span>,
      width: '45%',
    },
    {
      key: 'at',
      title: 'When',
      cell: ({ answeredAt, sentAt }) =>
        answeredAt === null ? `Sent ${showMoment(new Date(sentAt))}` : showMoment(new Date(answeredAt)),
      secondary: true,
    },
  ];
}

/** For whom asked to be called: the number, and that it was done. */
function CallBack({ line, onCalled }: { line: SurveyLine; onCalled(): void }) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  if (!line.callMe) return null;
  if (line.calledAt !== null) return <>Called {showMoment(new Date(line.calledAt))}</>;

  async function note(): Promise<void> {
    setBusy(true);
    try {
      await call('surveys.called', { SurveySendId: line.SurveySendId });
      toastDone('The call was noted.');
      onCalled();
    } catch (error) {
      toastFailure(error, 'The call was not noted. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={classes.part}>
      {line.Phone !== null && (
        <a className={classes.phone} href={`tel:${line.Phone}`}>
          {showPhone(line.Phone)}
        </a>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        disabled={!isOnline}
        aria-label={`${showName(line)} was called`}
        onClick={() => void note()}
      >
        Called
      </Button>
    </div>
  );
}
