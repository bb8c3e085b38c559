/** Two tones, one after the other: none of the tones that answer a scan. */
const TONES_HZ = [660, 990];
const TONE_SECONDS = 0.18;

let audio: AudioContext | undefined;

/** Sounds for a new order. A browser that allows no sound stays silent: the mark is on the screen all the same. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().catch(() => {});
    for (const [index, hertz] of TONES_HZ.entries()) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const at = audio.currentTime + index * TONE_SECONDS;
      volume.gain.value = 0.1;
      tone.frequency.value = hertz;
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + TONE_SECONDS);
    }
  } catch {
    // See above.
  }
}
