import { Button, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import { useState } from 'react';
import { showPhone } from '#contract/base/text.ts';
import { holds } from '#contract/base/permissions.ts';
import type { IntakeDifference, IntakeField, Visit } from '#contract/visits/visit.ts';
import { comparedNow } from '#contract/visits/intake-answers.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readVisit } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './intake-drawer.module.css';

const fieldNames: Record<IntakeField, string> = {
  Phone: 'Phone',
  Email: 'Email',
  Address1: 'Address',
  City: 'City',
  StateOrProvince: 'State',
  PostalCode: 'ZIP code',
  PreferredName: 'Preferred name',
};

type Asked = { visit: Visit; name: string };
type Props = { asked: Asked | null; onClose: () => void; onStart: (ignoreIncomplete: boolean) => void };

/** The intake stands in the way of starting: compare it with the chart, or start without it (spec 4). */
export function IntakeDrawer({ asked, onClose, onStart }: Props) {
  const VisitId = asked?.visit.VisitId;
  const live = useLiveValue(async () => (VisitId ? await readVisit(VisitId) : undefined), [VisitId]);
  if (!asked) return null;
  const visit = live?.VisitId === VisitId ? live : asked.visit;
  if (!visit) return null;
  if (visit.intakeConflict.length > 0) {
    return (
      <ConflictDrawer
        key={visit.VisitId}
        visit={visit}
        name={asked.name}
        onClose={onClose}
        onStart={() => onStart(false)}
      />
    );
  }
  if (!visit.intakeIncomplete) return null;
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title="The intake is not complete"
      size={420}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onStart(true)}>Start without intake</Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text fw={600}>{asked.name}</Text>
        <Text>
          Some intake questions have no answer yet. The patient can finish them at the kiosk or on their phone. The
          visit stays Arrived until then.
        </Text>
        <Text>You can also start now. The patient can answer the open questions after the visit.</Text>
      </Stack>
    </SideDrawer>
  );
}

type ConflictProps = { visit: Visit; name: string; onClose: () => void; onStart: () => void };

function ConflictDrawer({ visit, name, onClose, onStart }: ConflictProps) {
  const { can } = useCurrentUser();
  const mayResolve = holds(can, 'edit patients');
  const [choices, setChoices] = useState<Partial<Record<IntakeField, 'chart' | 'intake'>>>({});
  const patient = useLiveValue(async () => readPatient(visit.PatientId), [visit.PatientId]);
  // The chart as it is now: it may have been corrected since the forms were sent.
  const differences = comparedNow(visit, patient);
  const open = differences.filter((difference) => !choices[difference.field]);

  async function resolve() {
    const accept = differences.map((each) => each.field).filter((field) => choices[field] === 'intake');
    try {
      const seen = differences.filter(({ field }) => accept.includes(field));
      await queueWrite(
        'visits.resolveIntake',
        { id: visit.VisitId, accept, seen },
        { intakeConflict: visit.intakeConflict },
      );
    } catch (error) {
      toastFailure(error, 'The choice could not be saved on this device.');
      return;
    }
    // An intake that is also incomplete is asked about next, in the same drawer; a visit that starts says so itself.
    if (visit.intakeIncomplete) announce('The chart and the intake now match.');
    else onStart();
  }

  return (
    <SideDrawer
      opened
      onClose={onClose}
      title="The intake differs from the chart"
      size={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button
            onClick={() => void resolve()}
            disabled={!mayResolve || open.length > 0}
            aria-describedby="intake-open"
          >
            {visit.intakeIncomplete ? 'Keep these answers' : 'Keep these answers and start'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <div>
          <Text fw={600}>{name}</Text>
          <Text>Choose what the chart should say on each line. The visit can start once they match.</Text>
        </div>
        {differences.map((difference) => (
          <Difference
            key={difference.field}
            difference={difference}
            disabled={!mayResolve}
            value={choices[difference.field] ?? null}
            onChange={(value) => setChoices((before) => ({ ...before, [difference.field]: value }))}
          />
        ))}
        <Text size="sm" c="dimmed" id="intake-open" role="status">
          {statusSentence(mayResolve, open.length)}
        </Text>
      </Stack>
    </SideDrawer>
  );
}

function statusSentence(mayResolve: boolean, open: number): string {
  if (!mayResolve) return 'Ask a person who can edit patients, such as the front desk, to compare them.';
  return open > 0 ? `${open} left to choose.` : 'Every line is chosen.';
}

type DifferenceProps = {
  difference: IntakeDifference;
  value: 'chart' | 'intake' | null;
  disabled: boolean;
  onChange: (value: 'chart' | 'intake') => void;
};

function Difference({ difference, value, disabled, onChange }: DifferenceProps) {
  const { field, chart, intake } = difference;
  const shown = (text: string | null) => (field === 'Phone' ? showPhone(text) : text || '-');
  return (
    <Radio.Group
      label={fieldNames[field]}
      value={value}
      onChange={(chosen) => onChange(chosen === 'intake' ? 'intake' : 'chart')}
    >
      <div className={classes.pair}>
        <Radio.Card value="chart" className={classes.choice} disabled={disabled}>
          <Radio.Indicator disabled={disabled} />
          <span>
            <span className={classes.where}>Chart</span> {shown(chart)}
          </span>
        </Radio.Card>
        <Radio.Card value="intake" className={classes.choice} disabled={disabled}>
          <Radio.Indicator disabled={disabled} />
          <span>
            <span className={classes.where}>Intake</span> {shown(intake)}
          </span>
        </Radio.Card>
      </div>
    </Radio.Group>
  );
}
