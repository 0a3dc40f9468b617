import { billingProvider, patientLoop, submitterAndReceiver, subscriberLoop } from './claim-parties.ts';
import { claimLoop, lineLoops } from './claim-services.ts';
import type { ClaimData } from './claim-data.ts';
import { interchange837, segment, x12Date, x12Time } from './x12.ts';

/** One claim as a 005010X222A1 interchange (domain 6.10). Data that `claimEdits` refuses still gives a file, but not one to send. */
export function claim837p(data: ClaimData): string {
  const { control, organization, madeAt, usage } = data;
  const envelope = {
    interchange: control.interchange,
    group: control.group,
    transaction: control.transaction,
    sender: organization.SubmitterId,
    receiver: organization.ReceiverId,
    madeAt,
    usage,
  };
  return interchange837(envelope, [
    segment('BHT', '0019', '00', control.interchange, x12Date(madeAt), x12Time(madeAt), 'CH'),
    ...submitterAndReceiver(data),
    ...billingProvider(data),
    ...subscriberLoop(data),
    ...patientLoop(data),
    ...claimLoop(data),
    ...lineLoops(data),
  ]);
}
