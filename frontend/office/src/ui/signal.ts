/** A tone of a sound. */
interface Tone {
  hertz: number;
  seconds: number;
}

const RIGHT: readonly Tone[] = [{ hertz: 880, seconds: 0.08 }];
const WRONG: readonly Tone[] = [{ hertz: 220, seconds: 0.4 }];
/** Differs from the tones of a scan. */
const NEW_ORDER: readonly Tone[] = [
  { hertz: 660, seconds: 0.18 },
  { hertz: 990, seconds: 0.18 },
];

let audio: AudioContext | undefined;

/** Signals a scan: a short high tone if it was right; a long low tone and a vibration if it was wrong. */
export function signal(kind: 'right' | 'wrong'): void {
  if (kind === 'wrong') navigator.vibrate?.(200);
  play(kind === 'right' ? RIGHT : WRONG);
}

/** Plays the sound of a new order. */
export const chime = (): void => play(NEW_ORDER);

/** Plays tones one after another. Without sound in the browser, it does nothing; the screen shows the same. */
function play(tones: readonly Tone[]): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().catch(() => {});
    let at = audio.currentTime;
    for (const { hertz, seconds } of tones) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      volume.gain.value = 0.1;
      tone.frequency.value = hertz;
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      at += seconds;
      tone.stop(at);
    }
  } catch {
    // The browser has no sound.
  }
}
