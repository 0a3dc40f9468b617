import { Component, type ReactNode } from 'react';
import { commonWords } from '#contract/words/common-page.ts';
import { useWords } from './language.tsx';
import { Page } from './page.tsx';

function Failed() {
  const words = useWords(commonWords);
  return (
    <Page title={words.errorTitle} lead={words.errorLead}>
      <button type="button" className="button filled" onClick={() => window.location.reload()}>
        {words.reload}
      </button>
    </Page>
  );
}

/** A part that did not come, or broke, says so in place of the page. */
export class Trouble extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Failed /> : this.props.children;
  }
}
