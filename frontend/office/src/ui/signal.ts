const RIGHT_HZ = 880;
const WRONG_HZ = 220;

let audio: AudioContext | undefined;

/** Tells a hand that is busy: a short high tone when it was right, a long low one and a shake when it was wrong. */
export function signal(kind: 'right' | 'wrong'): void {
  if (kind === 'wrong') navigator.vibrate?.(200);
  try {
    sound(kind);
  } catch {
    // A browser that refuses the sound shows the words all the same.
  }
}

function sound(kind: 'right' | 'wrong'): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = kind === 'right' ? RIGHT_HZ : WRONG_HZ;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (kind === 'right' ? 0.08 : 0.4));
}
