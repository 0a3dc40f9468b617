import { Component, type ReactNode } from 'react';
import { forgetFailures } from '#shared/later.ts';
import { ErrorPage } from '../error-page.tsx';

type State = { failure: { error: unknown } | null; at: string };

/** A page in place of a screen that broke, until somebody goes elsewhere. */
export class ScreenBoundary extends Component<{ at: string; children: ReactNode }, State> {
  override state: State = { failure: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ at }: { at: string }, state: State): Partial<State> | null {
    return at === state.at ? null : { failure: null, at };
  }

  override componentDidCatch(): void {
    forgetFailures();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}
