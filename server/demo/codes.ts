import type { CptDescription } from '#contract/charges/service.ts';

/** Code, our own short description, disciplines, dollars; `t` timed, `u` untimed, `-` no therapy modifier. */
const lines = `
97161|PT evaluation, low complexity|PT|u|168
97162|PT evaluation, moderate complexity|PT|u|168
97163|PT evaluation, high complexity|PT|u|168
97164|PT re-evaluation|PT|u|115
97165|OT evaluation, low complexity|OT|u|172
97166|OT evaluation, moderate complexity|OT|u|172
97167|OT evaluation, high complexity|OT|u|172
97168|OT re-evaluation|OT|u|118
92521|Speech fluency evaluation|SLP|u|225
92522|Speech sound evaluation|SLP|u|190
92523|Speech and language evaluation|SLP|u|385
92610|Swallow function evaluation|SLP|u|145
92507|Speech treatment, individual|SLP|u|132
92508|Speech treatment, group|SLP|u|42
92526|Swallowing treatment|SLP|u|148
97129|Cognitive training, first 15 minutes|OT,SLP|t|40
97130|Cognitive training, each further 15 minutes|OT,SLP|t|38
97010|Hot or cold pack|PT,OT|u|15
97012|Mechanical traction|PT|u|30
97014|Unattended electrical stimulation|PT,OT|u|28
G0283|Unattended electrical stimulation, not wound care|PT,OT|u|28
97016|Vasopneumatic compression|PT,OT|u|26
97018|Paraffin bath|OT|u|15
97022|Whirlpool|PT,OT|u|35
97032|Attended electrical stimulation|PT,OT|t|32
97033|Iontophoresis|PT,OT|t|42
97035|Ultrasound|PT,OT|t|30
97110|Therapeutic exercise|PT,OT|t|62
97112|Neuromuscular re-education|PT,OT|t|68
97113|Aquatic therapy|PT,OT|t|76
97116|Gait training|PT|t|60
97124|Massage|PT,OT|t|58
97140|Manual therapy|PT,OT|t|58
97150|Group therapy|PT,OT|u|36
97530|Therapeutic activities|PT,OT|t|74
97533|Sensory integration|OT|t|88
97535|Self-care and home training|PT,OT|t|66
97542|Wheelchair management|PT,OT|t|64
97750|Physical performance test|PT,OT|t|68
97760|Orthotic training, first encounter|PT,OT|t|94
20560|Dry needling, 1 or 2 muscles|PT|-|55
98940|Spinal adjustment, 1 or 2 regions|DC|-|54
98941|Spinal adjustment, 3 or 4 regions|DC|-|72
98943|Extremity adjustment|DC|-|48
99203|New patient visit|DC|-|175
99213|Established patient visit|DC|-|140
S9999|Sales tax|PT,OT,SLP,DC|-|0
`;

export type DemoCode = CptDescription & { cents: number };

export const demoCodes: DemoCode[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [CPT_Code = '', Description = '', disciplines = '', kind = 'u', dollars = '0'] = line.split('|');
    return {
      CPT_Code,
      Description,
      AlwaysUntimed: kind !== 't',
      timed: kind === 't',
      disciplines: disciplines.split(',') as DemoCode['disciplines'],
      alwaysTherapy: kind !== '-',
      cents: Number(dollars) * 100,
    };
  });

/** Codes hold from 2020 on; fees rise once, three years later, so that the date of service decides. */
export function codeRows(site: string) {
  return demoCodes.map(({ cents: _, ...code }) => ({ site, ...code, EffectiveFrom: '2020-01-01', EffectiveTo: null }));
}

const fees = demoCodes.flatMap(({ CPT_Code, cents }) => [
  { CPT_Code, EffectiveFrom: '2020-01-01', EffectiveTo: '2022-12-31', amount: Math.round(cents * 0.9) },
  { CPT_Code, EffectiveFrom: '2023-01-01', EffectiveTo: null, amount: cents },
]);

export function feeRows(site: string) {
  return fees.map((fee) => ({ site, ...fee }));
}

/** The price of one unit on a day of service. */
export function feeOn(day: string, code: string): number | undefined {
  return fees.find(
    (fee) => fee.CPT_Code === code && fee.EffectiveFrom <= day && (fee.EffectiveTo === null || day <= fee.EffectiveTo),
  )?.amount;
}
