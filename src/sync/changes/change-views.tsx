import { createContext, lazy, use, type ReactNode } from 'react';
import { changeViews, type ChangeViews, type ResendProps } from '#shared/conflict-views.ts';

const ChangeViewsContext = createContext<ChangeViews | null>(null);

/** Suspends what is in it until it is known how the features show their changes. */
export const WithChangeViews = lazy(async () => {
  const views = await changeViews();
  return {
    default: ({ children }: { children: ReactNode }) => (
      <ChangeViewsContext value={views}>{children}</ChangeViewsContext>
    ),
  };
});

export function useChangeViews(): ChangeViews {
  const views = use(ChangeViewsContext);
  if (!views) throw new Error('Changes are shown only within WithChangeViews.');
  return views;
}

/** The form of what a refused call is of. */
export function ResendForm(props: ResendProps) {
  const { ResendForm: Form } = useChangeViews().conflictViews[props.call.name];
  return Form ? <Form {...props} /> : null;
}
