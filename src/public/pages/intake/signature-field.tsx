import { useEffect, useRef, type PointerEvent } from 'react';
import { intakeWords } from '#contract/words/intake-page.ts';
import { Button } from '../../kit/controls.tsx';
import { useWords } from '../../kit/language.tsx';

export type Lines = [number, number][][];
type Props = { lines: Lines; onLines(lines: Lines): void };

/** As many points as a call takes. */
const mostPoints = 400;
const mostLines = 60;

/**
 * Lines drawn by finger, in thousandths of the field: it is drawn anew from them whenever the phone is turned, so that
 * nothing of a signature is lost.
 */
export function SignatureField({ lines, onLines }: Props) {
  const words = useWords(intakeWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
    draw(canvas.current, lines);
  }, [lines]);
  useEffect(() => {
    const at = canvas.current;
    if (!at || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => draw(at, latest.current));
    observer.observe(at);
    return () => observer.disconnect();
  }, []);

  function pointOf(event: PointerEvent<HTMLCanvasElement>): [number, number] {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (at: number, size: number) => Math.min(1000, Math.max(0, Math.round((at / Math.max(1, size)) * 1000)));
    return [part(event.clientX - box.left, box.width), part(event.clientY - box.top, box.height)];
  }
  return (
    <div className="signature">
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.signArea}
        onPointerDown={(event) => {
          if (latest.current.length >= mostLines) return;
          isDrawing.current = true;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          onLines([...latest.current, [pointOf(event)]]);
        }}
        onPointerMove={(event) => {
          const last = latest.current.at(-1);
          if (!isDrawing.current || !last || last.length >= mostPoints) return;
          const next: Lines = [...latest.current.slice(0, -1), [...last, pointOf(event)]];
          latest.current = next;
          onLines(next);
        }}
        onPointerUp={() => void (isDrawing.current = false)}
        onPointerCancel={() => void (isDrawing.current = false)}
      />
      <Button onClick={() => onLines([])}>{words.signClear}</Button>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement | null, lines: Lines): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  pen.lineWidth = 2.5 * ratio;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = getComputedStyle(canvas).color;
  for (const points of lines) {
    pen.beginPath();
    points.forEach(([x, y], at) => {
      const [across, down] = [(x / 1000) * canvas.width, (y / 1000) * canvas.height];
      if (at === 0) pen.moveTo(across, down);
      pen.lineTo(across, down);
    });
    pen.stroke();
  }
}
