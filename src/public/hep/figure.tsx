import { useCallback } from 'react';

/** A drawing in the color of the text; as a picture, so that no markup is ever put into the page. */
export function Figure({ svg, size }: { svg: string | null; size: number }) {
  const show = useCallback(
    (place: HTMLSpanElement) => {
      const url = URL.createObjectURL(new Blob([svg ?? ''], { type: 'image/svg+xml' }));
      place.style.setProperty('mask-image', `url("${url}")`);
      place.style.setProperty('-webkit-mask-image', `url("${url}")`);
      return () => URL.revokeObjectURL(url);
    },
    [svg],
  );
  return svg === null ? null : <span className="figure" style={{ width: size, height: size }} ref={show} aria-hidden />;
}
