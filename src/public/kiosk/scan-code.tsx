import './scan-code.css';
import { useEffect, useRef, useState } from 'react';
import { tokenInCode } from '#contract/kiosk/token-in-code.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { newDetector } from './detector.ts';

/** Between two looks at what the camera sees: quick for who waits, slow enough for a tablet of 2019. */
const againMs = 200;

type Props = { clinic: string; onRead(token: string): void; onBack(): void; onStop(): void };

/** Looks for a check-in code through the camera. No picture is kept or sent, and the camera is off once this is gone. */
export function ScanCode({ clinic, onRead, onBack, onStop }: Props) {
  const words = useWords(kioskWords);
  const video = useRef<HTMLVideoElement>(null);
  const read = useRef(onRead);
  useEffect(() => {
    read.current = onRead;
  });
  const [isBlocked, setBlocked] = useState(false);
  const [isOther, setOther] = useState(false);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const begin = async () => {
      const detector = newDetector();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' }, audio: false });
      const seen = video.current;
      // They went on while the camera was asked for.
      if (isOver || seen === null) return end();
      seen.srcObject = stream;
      await seen.play();
      const look = async (): Promise<void> => {
        const codes = await detector.detect(seen).catch(() => []);
        if (isOver) return;
        const token = codes.map(({ rawValue }) => tokenInCode(rawValue)).find((found) => found !== null);
        if (token !== undefined) {
          end();
          read.current(token);
          return;
        }
        setOther(codes.length > 0);
        timer = setTimeout(() => void look(), againMs);
      };
      await look();
    };
    begin().catch(() => {
      if (!isOver) setBlocked(true);
      end();
    });
    return end;
  }, []);
  return (
    <Page title={words.scanTitle} lead={words.scanLead} clinic={clinic}>
      {isBlocked ? (
        <Notice kind="failure">{words.scanBlocked}</Notice>
      ) : (
        <video ref={video} className="seen" muted playsInline aria-label={words.scanLabel} />
      )}
      {isOther && <Notice kind="note">{words.scanOther}</Notice>}
      <div className="actions">
        <Button kind={isBlocked ? 'filled' : 'plain'} onClick={onBack}>
          {words.scanBack}
        </Button>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </Page>
  );
}
