import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { visitTypes, type ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** What patients of the demo clinics book online: first visits and follow-ups of physical therapy at the first facility. */
export function bookingRuleRows({ site, facilities }: ClinicSpec): object[] {
  const [first] = facilities;
  if (!first) return [];
  const FacilityId = demoId(site, 'facility', first.key);
  const rule = (key: string, of: object) => ({
    ...usualRule,
    site,
    BookingRuleId: demoId(site, 'booking rule', key),
    FacilityId,
    IsOn: true,
    ...of,
  });
  return [
    rule('first', {
      VisitTypeName: visitTypes.PT.eval,
      PublicName: 'First visit, physical therapy',
      For: 'new',
      StartEvery: 30,
      Questions: [{ Question: 'What brings you in?' }],
    }),
    rule('next', { VisitTypeName: visitTypes.PT.followUp, PublicName: 'Follow-up visit', For: 'followUp' }),
  ];
}
