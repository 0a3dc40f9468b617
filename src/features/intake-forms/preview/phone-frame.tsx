import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import pageStyles from '../../../public/public.css?inline';
import formStyles from '../../../public/pages/intake/intake.css?inline';
import classes from '../intake-forms.module.css';

/** The styles of the pages for patients as they hold within a frame: what they say of the document is of the frame. */
function stylesOfFrame(): string {
  return `${pageStyles}\n${formStyles}`
    .replaceAll(':root', ':host')
    .replaceAll(/(^|[\s,}])(html|body)(?=\s*[,{])/g, '$1.as-$2')
    .concat('.as-body{min-height:100%;overflow-y:auto;height:100%}');
}

/** A phone of 360 px. The screen around it keeps its own styles out, and those of the page in. */
export function PhoneFrame({ label, lang, children }: { label: string; lang: string; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [inside, setInside] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    if ('replaceSync' in CSSStyleSheet.prototype) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(stylesOfFrame());
      root.adoptedStyleSheets = [sheet];
    }
    setInside(root);
  }, []);
  return (
    <>
      <div ref={host} className={classes.phone} role="group" aria-label={label} />
      {inside &&
        createPortal(
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          <div className="as-body" lang={lang} tabIndex={0}>
            {children}
          </div>,
          inside,
        )}
    </>
  );
}
