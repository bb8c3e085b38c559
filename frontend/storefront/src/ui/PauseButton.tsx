import { sliderWords } from '#words/slider';
import { Icon } from './Icon';
import styles from './PauseButton.module.css';

/** Stops what moves by itself and starts it again; away where nothing moves for want of less motion. */
export function PauseButton({ playing, onToggle }: { playing: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className={styles.pause}
      aria-label={playing ? sliderWords.pause : sliderWords.play}
      onClick={onToggle}
    >
      <Icon name={playing ? 'pause' : 'play'} size={22} />
    </button>
  );
}
