/** A tone of a sound. */
interface Tone {
  hertz: number;
  seconds: number;
}

const RIGHT: readonly Tone[] = [{ hertz: 880, seconds: 0.08 }];
const WRONG: readonly Tone[] = [{ hertz: 220, seconds: 0.4 }];
/** None of the tones that answer a scan. */
const NEW_ORDER: readonly Tone[] = [
  { hertz: 660, seconds: 0.18 },
  { hertz: 990, seconds: 0.18 },
];

let audio: AudioContext | undefined;

/** Answers the scan of a packer: a short high tone when it was right, a long low one and a shake when it was wrong. */
export function signal(kind: 'right' | 'wrong'): void {
  if (kind === 'wrong') navigator.vibrate?.(200);
  play(kind === 'right' ? RIGHT : WRONG);
}

/** Sounds for a new order. */
export const chime = (): void => play(NEW_ORDER);

/** Plays tones one after the other. A browser that allows no sound stays silent: the screen shows the same. */
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
    // See above.
  }
}
