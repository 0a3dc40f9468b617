import type { Task } from '#contract/tasks/task.ts';

type Owned = Pick<Task, 'OwnerUserId' | 'Owner'>;

/** Who is to do a task. The name comes with the server's answer: until then it is that of the owner before. */
export function ownerWords({ OwnerUserId, Owner }: Owned, UserId: string): string {
  if (OwnerUserId === null) return 'For anyone';
  if (OwnerUserId === UserId) return 'For you';
  return Owner?.UserId === OwnerUserId ? `For ${Owner.Name}` : 'For a colleague';
}
