import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { showDate, showTime } from '#contract/base/dates.ts';
import { VisitId } from '#contract/base/ids.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { AuthorizationUse } from '#contract/cases/authorization-use.ts';
import { showName } from '#contract/base/text.ts';
import { covers } from '#contract/scheduling/coverage.ts';
import { placesOfService } from '#contract/facilities/place-of-service.ts';
import { providerName } from '#contract/providers/provider.ts';
import { balanceOfPatient } from '#local/reads/billing.ts';
import { careOfCase } from '#local/reads/care.ts';
import { insurancesOfPatient, type InsuranceLine } from '#local/reads/patients.ts';
import { alertNotesOf } from '#local/reads/subject-notes.ts';
import { nextVisit, readVisitLine } from '#local/reads/visits.ts';
import { AlertNoteList } from '#shared/alert-notes/alert-notes.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { Money } from '#shared/ui/money/money.tsx';
import { visitWarnings } from './schedule-events.ts';
import type { Pointed } from './use-point.ts';
import classes from './scheduling.module.css';

type Props = {
  pointed: Pointed;
  /** What tells the patient from others of the name who are shown. */
  apart: string | undefined;
  onEnter: () => void;
  onLeave: () => void;
};

/** What a front desk asks of a visit before it opens it. */
export function HoverCard({ pointed, apart, onEnter, onLeave }: Props) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const seesBalance = useMay('access billing');
  const today = useClinicToday();
  const found = useLiveValue(async () => {
    const line = await readVisitLine(VisitId.parse(pointed.id));
    if (!line) return null;
    const [next, care, balance, policies] = await Promise.all([
      nextVisit(line.visit.PatientId, line.visit.End),
      careOfCase(line.visit.CaseId, today),
      seesBalance ? balanceOfPatient(line.visit.PatientId) : null,
      insurancesOfPatient(line.visit.PatientId),
    ]);
    // With the rest: the card is placed by its height.
    const alerts = await alertNotesOf(line.visit.PatientId, today, line.visit.CaseId);
    const held = care?.authorizations.filter(({ authorization }) =>
      covers(authorization, line.visit.Start.slice(0, 10)),
    );
    const [policy] = (line.case?.InsuranceIds ?? []).flatMap(
      (id) => policies.find(({ insurance }) => insurance.InsuranceId === id) ?? [],
    );
    return { ...line, next, balance, policy, authorizations: held ?? [], isPartial: care?.isPartial ?? false, alerts };
  }, [pointed.id, seesBalance, today]);
  useLayoutEffect(() => {
    if (card.current) placeBeside(card.current, pointed.box.getBoundingClientRect());
  });
  const isShown = Boolean(found);
  useEffect(() => {
    if (!isShown) return undefined;
    const { box } = pointed;
    box.setAttribute('aria-describedby', id);
    return () => box.removeAttribute('aria-describedby');
  }, [isShown, pointed, id]);
  if (!found) return null;
  const { visit, patient, provider, case: of, next, balance, policy, authorizations, alerts } = found;
  const warnings = visitWarnings(visit, patient);
  return (
    <div ref={card} id={id} role="tooltip" className={classes.card} onPointerEnter={onEnter} onPointerLeave={onLeave}>
      <p className={classes.cardName}>{patient ? showName(patient) : 'Name not on this device yet'}</p>
      {apart && <p className={classes.cardApart}>{apart}</p>}
      <AlertNoteList notes={alerts} />
      <StageBadge stage={visit.stage} />
      {visit.CancelReason && <p className={classes.cardQuiet}>{visit.CancelReason}</p>}
      <dl className={classes.facts}>
        <Fact name="Time">
          {showTime(visit.Start)} – {showTime(visit.End)}
        </Fact>
        <Fact name="With">{provider ? providerName(provider) : 'Unknown provider'}</Fact>
        <Fact name="Type">{visit.VisitTypeName}</Fact>
        <Fact name="Place">{placesOfService[visit.PlaceOfService]}</Fact>
        {of && <Fact name="Case">{of.Title}</Fact>}
        {of?.PlanOfCareEnd && <Fact name="Plan of care ends">{showDate(of.PlanOfCareEnd)}</Fact>}
        {of && <Fact name="Insurance">{policy ? policyWords(policy, visit.Start.slice(0, 10)) : 'Self-pay'}</Fact>}
        {authorizations.map(({ authorization, use }) => (
          <Fact key={authorization.AuthorizationId} name="Authorization">
            {authorizationWords(authorization, use, found.isPartial)}
          </Fact>
        ))}
        <Fact name="Next visit">{next ? `${showDate(next.Start)} ${showTime(next.Start)}` : '-'}</Fact>
        {balance && (
          <Fact name="Patient owes">
            <Money cents={balance.patient} />
          </Fact>
        )}
        {visit.SchedulingNote && <Fact name="Note">{visit.SchedulingNote}</Fact>}
      </dl>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Alerts">
          {warnings.map((word) => (
            <li key={word}>
              <MeaningBadge meaning="needs">{word}</MeaningBadge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** `Blue Shield, until 12/31/2026`: as far as the policy itself tells on the day of the visit. */
export function policyWords({ insurance, payer }: InsuranceLine, day: string): string {
  const { StartDate, EndDate } = insurance;
  const name = payer?.Name ?? 'A payer not on this device';
  if (StartDate !== null && StartDate > day) return `${name}, begins only ${showDate(StartDate)}`;
  if (EndDate === null) return name;
  return `${name}, ${EndDate < day ? 'ended' : 'until'} ${showDate(EndDate)}`;
}

/** `4 of 12 visits used, 3 booked, until 12/18/2026`; at least so many where visits are hidden from who looks. */
function authorizationWords(
  { Kind, Allowed, Status, End }: Authorization,
  { used, booked }: AuthorizationUse,
  isPartial: boolean,
): string {
  if (Status !== 'approved') return `Not approved: ${Status}`;
  const more = isPartial ? 'at least ' : '';
  const counted = Allowed === null ? null : `${more}${used} of ${Allowed} ${Kind} used`;
  return [counted, `${more}${booked.visits} booked`, End && `until ${showDate(End)}`].filter(Boolean).join(', ');
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** To the right of the box, else to its left, never outside of the window. */
function placeBeside(card: HTMLElement, box: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = card;
  const right = box.right + 8;
  const left = right + width < window.innerWidth ? right : box.left - width - 8;
  card.style.left = `${Math.max(8, left)}px`;
  card.style.top = `${Math.max(8, Math.min(box.top, window.innerHeight - height - 8))}px`;
}
