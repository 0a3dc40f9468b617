import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { exerciseById } from '#contract/exercises/library.ts';
import { figureSvg } from '#contract/exercises/figures/figure-svg.ts';
import { inSpanish } from '#contract/exercises/spanish/in-spanish.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { doseWords } from '#contract/hep/dose-words.ts';
import { isGiven } from '#contract/hep/given.ts';
import type { HomeProgramItem } from '#contract/hep/home-program.ts';
import type { HomeProgramId } from '#contract/hep/ids.ts';
import { showPhone } from '#contract/base/text.ts';
import { hepWords, howOften } from '#contract/words/hep-page.ts';
import { fill, languages, type Language } from '#contract/words/language.ts';
import { handOut, printedProgram, type PrintedProgram } from '#local/reads/hep.ts';
import sheets from '#shared/print/print.module.css';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useMayWriteCare } from '#shared/hooks/use-may-plan.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { PrintPage } from './print-page.tsx';
import { printRecorded } from './print-recorded.ts';
import { useOpened, type OpenChart } from './use-opened.ts';
import classes from './program-paper.module.css';

type Props = { PatientId: PatientId; HomeProgramId: HomeProgramId; onBack: () => void; openChart: OpenChart };

/** /printHomeProgram/:patientId/:homeProgramId: a home program with its drawings, from this device alone. */
export function PrintHomeProgramPage({ PatientId, HomeProgramId, onBack, openChart }: Props) {
  const isOnline = useOnline();
  const { hasFailed, isOpened } = useOpened(PatientId, openChart, isOnline);
  const live = useLive(async () => ({ of: await printedProgram(HomeProgramId) }), [HomeProgramId]);
  const found = live.state === 'ready' ? live.value.of : undefined;
  // An address of one patient shows no program of another.
  const of = found?.program.PatientId === PatientId ? found : undefined;
  const isWaiting = live.state === 'loading' || (isOnline && !of && !isOpened && !hasFailed);
  if (of) return <Ready of={of} onBack={onBack} />;
  return (
    <PrintPage
      title="Home program"
      backLabel="Chart"
      onBack={onBack}
      instead={<Instead {...{ isWaiting, isOnline, hasFailed: live.state === 'failed' }} />}
    />
  );
}

function Ready({ of, onBack }: { of: PrintedProgram; onBack: () => void }) {
  const { program } = of;
  const [language, speak] = useState<Language>(of.language);
  const today = useClinicToday();
  const mayWrite = useMayWriteCare(program.CaseId);
  const isDraft = !isGiven(program);

  async function print(): Promise<void> {
    try {
      if (isDraft && mayWrite) await handOut(program, today);
    } catch (error) {
      return toastFailure(error, 'The program could not be saved as given on this device.');
    }
    await printRecorded({ what: 'home program', day: today, patients: 1, PatientId: program.PatientId });
  }
  return (
    <PrintPage
      title="Home program"
      backLabel="Chart"
      onBack={onBack}
      filter={
        <>
          <NativeSelect
            label="Language"
            w={170}
            value={language}
            onChange={(event) => speak(event.currentTarget.value as Language)}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
          {isDraft && mayWrite && (
            <p className={classes.hint}>
              This is a draft. Once printed, it counts as given to the patient and can’t be changed.
            </p>
          )}
        </>
      }
      onPrint={() => void print()}
    >
      <Paper of={of} language={language} today={today} />
    </PrintPage>
  );
}

type PaperProps = { of: PrintedProgram; language: Language; today: string };

function Paper({ of: { program, facility, name }, language, today }: PaperProps) {
  const words = hepWords[language];
  const day = program.HandedOutOn ?? program.SentAt?.slice(0, 10) ?? today;
  return (
    <article lang={language}>
      <header className={classes.letterhead}>
        <p className={classes.clinic}>{facility ? facilityName(facility) : ''}</p>
        {facility?.Phone && <p>{showPhone(facility.Phone)}</p>}
      </header>
      <h2 className={sheets.title}>{words.title}</h2>
      <p className={classes.whose}>
        {name} · {fill(words.on, { day: showDate(day) })}
        {program.Version !== null && ` · ${fill(words.version, { version: String(program.Version) })}`}
      </p>
      {program.Note !== null && (
        <p className={classes.note}>
          <strong>{words.noteFrom}:</strong> {program.Note}
        </p>
      )}
      <ol className={classes.items}>
        {program.Items.map((item) => (
          <PaperItem key={item.ExerciseId} item={item} language={language} />
        ))}
      </ol>
      <p className={sheets.foot}>{words.watched}</p>
    </article>
  );
}

function PaperItem({ item, language }: { item: HomeProgramItem; language: Language }) {
  const exercise = exerciseById(item.ExerciseId);
  const spanish = language === 'es' ? inSpanish(item.ExerciseId) : undefined;
  const svg = exercise?.Figure ? figureSvg(exercise.Figure, { size: 110, title: null }) : null;
  const dose = doseWords(item.Dose, language);
  return (
    <li className={classes.item}>
      {svg !== null && <img className={classes.figure} alt="" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />}
      <div>
        <h3 className={classes.name}>{spanish?.Name ?? exercise?.Name}</h3>
        <p className={classes.dose}>{[dose, howOften(item, language)].filter(Boolean).join('; ')}</p>
        <p className={classes.text}>{spanish?.text ?? exercise?.PatientText}</p>
        {item.Note !== null && <p className={classes.note}>{item.Note}</p>}
      </div>
    </li>
  );
}

function Instead({ isWaiting, isOnline, hasFailed }: { isWaiting: boolean; isOnline: boolean; hasFailed: boolean }) {
  if (hasFailed)
    return (
      <ErrorState title="This home program could not be loaded">
        Nothing is lost. Reload the page to try again.
      </ErrorState>
    );
  if (isWaiting) return <LoadingSkeleton label="Loading the home program" rows={6} />;
  if (!isOnline)
    return (
      <EmptyState title="This home program is not on this device yet">It loads when you’re back online.</EmptyState>
    );
  return (
    <ErrorState title="This home program could not be opened">
      It may not exist, or you may not have access. Nothing was changed.
    </ErrorState>
  );
}
