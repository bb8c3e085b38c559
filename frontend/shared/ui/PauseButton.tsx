import { sliderWords } from '#words/slider';
import { Outline } from './Outline';
import styles from './PauseButton.module.css';

const PAUSE = 'M9 6v12M15 6v12';
const PLAY = 'M8 5.5v13l10.5-6.5z';

/** Pauses and resumes an animation. Its style sheet hides it if the user prefers reduced motion. */
export function PauseButton({ playing, onToggle }: { playing: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className={styles.pause}
      aria-label={playing ? sliderWords.pause : sliderWords.play}
      onClick={onToggle}
    >
      <Outline path={playing ? PAUSE : PLAY} size={22} />
    </button>
  );
}
