import type { ResendProps } from '#shared/conflict-views.ts';
import { useChangeViews } from './change-views.tsx';

/** The form of what a refused call is of. */
export function ResendForm(props: ResendProps) {
  const { ResendForm: Form } = useChangeViews().conflictViews[props.call.name];
  return Form ? <Form {...props} /> : null;
}
