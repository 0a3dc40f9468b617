import { useRef, useState, type ReactNode } from 'react';
import classes from './hover-label.module.css';

/** A word beside an icon while it is pointed at or focused; the control itself carries the name for those who listen. */
export function HoverLabel({
  label,
  isOff = false,
  children,
}: {
  label: string;
  isOff?: boolean;
  children: ReactNode;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  function show(): void {
    const box = holder.current?.getBoundingClientRect();
    if (box && !isOff) setAt({ left: box.right + 8, top: box.top + box.height / 2 - 12 });
  }
  const hide = () => setAt(null);
  return (
    <div
      ref={holder}
      role="presentation"
      className={classes.holder}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onClick={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {at && (
        <span className={classes.label} style={at} aria-hidden>
          {label}
        </span>
      )}
    </div>
  );
}
