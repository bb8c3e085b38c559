import { useEffect, useRef, useState } from 'react';
import button from './button.module.css';
import styles from './ScanField.module.css';

/** An API of phone browsers that TypeScript's types do not have yet. */
interface BarcodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type BarcodeDetectorClass = new (options: { formats: string[] }) => BarcodeDetector;

const FORMATS = ['qr_code', 'code_128', 'ean_13'];

/** The time in which the same code counts once, in milliseconds. */
const SAME_CODE_MS = 1_500;

/** The time between two looks at the picture, in milliseconds. */
const LOOK_EVERY_MS = 150;

function detectorClass(): BarcodeDetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
}

/** Reads codes with the phone's camera. Shows nothing if the browser cannot do that. */
export function CodeCamera({ onCode }: { onCode: (code: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!detectorClass() || !navigator.mediaDevices) return null;
  return (
    <div className={styles.camera}>
      <button type="button" className={button.quiet} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close the camera' : 'Scan with the camera'}
      </button>
      {problem && <p role="alert">{problem}</p>}
      {isOpen && (
        <Picture
          onCode={onCode}
          onFailed={() => {
            setIsOpen(false);
            setProblem('The camera cannot be used. Allow it for this site, or type the code.');
          }}
        />
      )}
    </div>
  );
}

function Picture({ onCode, onFailed }: { onCode: (code: string) => void; onFailed: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const heard = useRef({ onCode, onFailed });
  useEffect(() => {
    heard.current = { onCode, onFailed };
  });

  useEffect(() => {
    const Detector = detectorClass();
    const element = video.current;
    if (!Detector || !element) return;
    const detector = new Detector({ formats: FORMATS });
    let stream: MediaStream | undefined;
    let last = { code: '', at: 0 };
    let timer = 0;
    let isEnded = false;

    async function look(picture: HTMLVideoElement) {
      const found = await detector.detect(picture).catch(() => []);
      const code = found[0]?.rawValue;
      const now = performance.now();
      if (code && (code !== last.code || now - last.at > SAME_CODE_MS)) heard.current.onCode(code);
      if (code) last = { code, at: now };
      if (!isEnded) timer = window.setTimeout(() => void look(picture), LOOK_EVERY_MS);
    }

    async function start(picture: HTMLVideoElement) {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isEnded) return stop(stream);
      picture.srcObject = stream;
      await picture.play();
      await look(picture);
    }

    start(element).catch(() => heard.current.onFailed());
    return () => {
      isEnded = true;
      window.clearTimeout(timer);
      if (stream) stop(stream);
    };
  }, []);

  return <video ref={video} className={styles.picture} muted playsInline aria-label="What the camera sees" />;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
