import { stageNames, type VisitStage } from '#contract/visits/stage.ts';

const plain: Record<VisitStage, string> = {
  scheduled: 'Restore visit',
  confirmed: 'Confirm',
  checkedIn: 'Check in',
  inProgress: 'Start',
  review: 'End visit',
  billing: 'Send to billing',
  submitted: 'Submit claim',
  closed: 'Close',
  cancelled: 'Cancel visit',
  noShow: 'No-show',
  lateCancel: 'Late cancel',
};

const special: Partial<Record<`${VisitStage}→${VisitStage}`, string>> = {
  'confirmed→scheduled': 'Mark unconfirmed',
  'checkedIn→confirmed': 'Undo check-in',
  'review→inProgress': 'Return to treatment',
  'submitted→billing': 'Return to billing',
  'closed→billing': 'Reopen',
};

/** What a move is called on its button. */
export function moveWord(from: VisitStage, to: VisitStage): string {
  return special[`${from}→${to}`] ?? plain[to];
}

/** What is said once a visit has moved. */
export function movedSentence(name: string, to: VisitStage): string {
  return `${name}: ${stageNames[to]}.`;
}
